import type { FormField } from '../../../shared/domain/formField'
import type { JsonObject } from '../../../shared/lib/json'
import { input, many, table, texts, type Prepare, type WorkTable } from '../workTable'

const textField = (key: string): FormField => ({ key, kind: 'string', required: false })
const nested = (size: number): JsonObject => {
  let value: JsonObject = {}
  for (let depth = 0; depth < Math.min(size / 10, 500); depth++) value = { a: value }
  return value
}
const wide = (size: number): Record<string, string> => Object.fromEntries(many(size, (index) => [`k${index}`, 'v']))
/** The beginning of a picture, and then the same again and again, one letter a byte. */
const pictureOf = (beginning: string, repeated: string, read: (bytes: Uint8Array) => unknown): Prepare =>
  input(
    (size) => Uint8Array.from((beginning + repeated.repeat(size / repeated.length)).slice(0, size), (letter) => letter.charCodeAt(0)),
    read,
  )

/** Texts and values of strangers, in `shared`. */
export const sharedWords: readonly WorkTable[] = [
  table(
    'shared/lib/safeFileName.ts',
    () => import('../../../shared/lib/safeFileName'),
    ({ safeFileName }) => ({ safeFileName: texts(safeFileName) }),
  ),
  table(
    'shared/context/estimateTokens.ts',
    () => import('../../../shared/context/estimateTokens'),
    ({ estimateTokens }) => ({ estimateTokens: texts(estimateTokens) }),
  ),
  table(
    'shared/lib/downloadName.ts',
    () => import('../../../shared/lib/downloadName'),
    ({ downloadName }) => ({ downloadName: texts(downloadName) }),
  ),
  table(
    'shared/lib/unsafeCharacters.ts',
    () => import('../../../shared/lib/unsafeCharacters'),
    ({ splitUnsafe, plainText, spellOutHidden, countUnsafe, holdsInvisible, replaceUnsafe, dropUnsafe }) => ({
      spellOutHidden: texts(spellOutHidden),
      splitUnsafe: texts(splitUnsafe),
      plainText: texts(plainText),
      countUnsafe: texts(countUnsafe),
      holdsInvisible: texts(holdsInvisible),
      replaceUnsafe: texts(replaceUnsafe),
      dropUnsafe: texts(dropUnsafe),
    }),
  ),
  table(
    'shared/lib/isBlank.ts',
    () => import('../../../shared/lib/isBlank'),
    ({ isBlank }) => ({ isBlank: texts(isBlank) }),
  ),
  table(
    'shared/lib/compositeKey.ts',
    () => import('../../../shared/lib/compositeKey'),
    ({ compositeKey }) => ({ compositeKey: texts((text) => compositeKey('files', text)) }),
  ),
  table(
    'shared/lib/confusableNames.ts',
    () => import('../../../shared/lib/confusableNames'),
    ({ splitForeign, plainName, skeletonOf, drawnForm, lookAlikes, asLatin, isMixed }) => ({
      splitForeign: texts(splitForeign),
      plainName: texts(plainName),
      skeletonOf: texts(skeletonOf),
      drawnForm: texts(drawnForm),
      lookAlikes: {
        ...texts((text) => lookAlikes([text, `${text}a`])),
        'many names': input((size) => many(size, (index) => `n${index}`), lookAlikes),
        'one name in many forms': input((size) => many(size, (index) => `o${'\u00ad'.repeat(index % 50)}0`), lookAlikes),
      },
      asLatin: texts(asLatin),
      isMixed: texts(isMixed),
    }),
  ),
  table(
    'shared/mentions/toolMention.ts',
    () => import('../../../shared/mentions/toolMention'),
    ({ toolsMentioned }) => ({
      toolsMentioned: {
        ...texts((text) => toolsMentioned(text, new Set(['notes/echo']))),
        'signs alone': input(
          (size) => ' @'.repeat(size / 2),
          (text) => toolsMentioned(text, new Set(['notes/echo'])),
        ),
      },
    }),
  ),
  table(
    'shared/lib/commandArguments.ts',
    () => import('../../../shared/lib/commandArguments'),
    ({ splitArguments, joinArguments }) => ({
      splitArguments: texts(splitArguments),
      joinArguments: {
        ...texts((text) => joinArguments([text, text])),
        'many arguments': input((size) => many(size, () => 'a b'), joinArguments),
      },
    }),
  ),
  table(
    'shared/lib/escapeTerminalControls.ts',
    () => import('../../../shared/lib/escapeTerminalControls'),
    ({ escapeTerminalControls }) => ({
      escapeTerminalControls: texts(escapeTerminalControls),
    }),
  ),
  table(
    'shared/lib/hiddenUrlCharacters.ts',
    () => import('../../../shared/lib/hiddenUrlCharacters'),
    ({ hiddenUrlCharacters }) => ({
      hiddenUrlCharacters: texts(hiddenUrlCharacters),
    }),
  ),
  table(
    'shared/domain/projects/instructionVariables.ts',
    () => import('../../../shared/domain/projects/instructionVariables'),
    ({ variablesLeft, unknownVariables }) => ({
      variablesLeft: texts(variablesLeft),
      unknownVariables: texts(unknownVariables),
    }),
  ),
  table(
    'main/models/compatible/withReadableUsage.ts',
    () => import('../../../main/models/compatible/withReadableUsage'),
    ({ readUsage }) => ({
      readUsage: texts((text) => readUsage({ prompt_tokens: text, prompt_tokens_details: { cached_tokens: text } })),
    }),
  ),
  table(
    'shared/lib/limitCombiningMarks.ts',
    () => import('../../../shared/lib/limitCombiningMarks'),
    ({ limitCombiningMarks, normalizeText, excessMarks, hasHeapsOfMarks }) => ({
      limitCombiningMarks: texts(limitCombiningMarks),
      normalizeText: texts((text) => normalizeText(text, 'NFKC')),
      hasHeapsOfMarks: texts(hasHeapsOfMarks),
      excessMarks: texts(excessMarks),
    }),
  ),
  table(
    'shared/lib/pathFromFileUri.ts',
    () => import('../../../shared/lib/pathFromFileUri'),
    ({ pathFromFileUri }) => ({
      pathFromFileUri: texts((text) => pathFromFileUri(`file:///${text}`)),
    }),
  ),
  table(
    'shared/lib/trimEndOf.ts',
    () => import('../../../shared/lib/trimEndOf'),
    ({ trimEndOf }) => ({
      trimEndOf: texts((text) => trimEndOf(text, ' -./')),
    }),
  ),
  table(
    'shared/lib/imageHeader.ts',
    () => import('../../../shared/lib/imageHeader'),
    ({ imageHeader }) => ({
      imageHeader: {
        zeros: input((size) => new Uint8Array(size), imageHeader),
        'a JPEG of empty segments': input((size) => {
          const bytes = new Uint8Array(size).map((_byte, at) => [0xff, 0xe1, 0, 2][at % 4] ?? 0)
          bytes.set([0xff, 0xd8])
          return bytes
        }, imageHeader),
        'a PNG of empty chunks': pictureOf(`\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR${'\0'.repeat(17)}`, '\0\0\0\0fcTL\0\0\0\0', imageHeader),
        'a GIF of empty frames': pictureOf('GIF89a\x0a\0\x0a\0\0\0\0', ',\0\0\0\0\x0a\0\x0a\0\0\x02\0', imageHeader),
        'a GIF of unknown blocks': pictureOf('GIF89a\x0a\0\x0a\0\0\0\0', '\x01', imageHeader),
        'a WebP of empty chunks': pictureOf('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0a\0\0\x0a\0\0', 'ANMF\0\0\0\0', imageHeader),
        'a JPEG of frame headers': pictureOf('\xff\xd8', '\xff\xc0\0\x0b\x08\0\x0a\0\x0a\x01\x01\x11\0', imageHeader),
      },
    }),
  ),
  table(
    'shared/lib/json.ts',
    () => import('../../../shared/lib/json'),
    ({ canonicalJson, isRecord, isParsedJson, isParsedObject, parseJson }) => ({
      canonicalJson: {
        ...texts(canonicalJson),
        'a wide object': input(wide, canonicalJson),
        'a deep object': input(nested, canonicalJson),
        'a long list': input((size) => many(size, () => ({ b: 1, a: 2 })), canonicalJson),
      },
      isRecord: { 'a wide object': input(wide, isRecord) },
      isParsedJson: { 'a wide object': input(wide, isParsedJson) },
      isParsedObject: { 'a wide object': input(wide, isParsedObject) },
      parseJson: texts(parseJson),
    }),
  ),
  table(
    'shared/secrets/toolTouchesPrivateData.ts',
    () => import('../../../shared/secrets/toolTouchesPrivateData'),
    ({ toolTouchesPrivateData }) => ({
      toolTouchesPrivateData: texts((text) => toolTouchesPrivateData({ name: text, title: text, description: text })),
    }),
  ),
  table(
    'shared/secrets/secretPatterns.ts',
    () => import('../../../shared/secrets/secretPatterns'),
    ({
      hideSecretPieces,
      hideSecretsInText,
      isServiceKeyName,
      nameAsksForSecret,
      valueLooksSecret,
      looksSecret,
      argumentLooksSecret,
      argumentsWithoutSecrets,
      textHoldsSecret,
      fieldsThatAskForSecret,
    }) => ({
      hideSecretPieces: texts((text) => hideSecretPieces(text, '•••')),
      hideSecretsInText: texts((text) => hideSecretsInText(text, '•••')),
      isServiceKeyName: texts(isServiceKeyName),
      nameAsksForSecret: texts(nameAsksForSecret),
      valueLooksSecret: texts(valueLooksSecret),
      looksSecret: texts((text) => looksSecret(text, text)),
      argumentLooksSecret: texts((text) => argumentLooksSecret(text, text, text)),
      argumentsWithoutSecrets: {
        'many arguments': input(
          (size) => Object.fromEntries(many(size, (index) => [`k${index}`, 'Hi'])),
          (values) => argumentsWithoutSecrets(values),
        ),
      },
      textHoldsSecret: texts(textHoldsSecret),
      fieldsThatAskForSecret: {
        ...texts((text) => fieldsThatAskForSecret(text, [{ key: text, title: text, description: text, kind: 'string' }])),
        'many fields': input(
          (size) => many(size, (index) => textField(`k${index}`)),
          (fields) => fieldsThatAskForSecret('Hi', fields),
        ),
      },
    }),
  ),
  table(
    'shared/secrets/isPlaceholder.ts',
    () => import('../../../shared/secrets/isPlaceholder'),
    ({ isPlaceholder, standsForKey, withKeyFilledIn }) => ({
      isPlaceholder: texts(isPlaceholder),
      standsForKey: texts(standsForKey),
      withKeyFilledIn: texts((text) => withKeyFilledIn(text, 'key')),
    }),
  ),
  table(
    'shared/lib/isWholePath.ts',
    () => import('../../../shared/lib/isWholePath'),
    ({ isWholePath }) => ({ isWholePath: texts(isWholePath) }),
  ),
  table(
    'shared/secrets/secretNamesIn.ts',
    () => import('../../../shared/secrets/secretNamesIn'),
    ({ secretNamesIn }) => ({
      secretNamesIn: {
        'a wide object': input(wide, secretNamesIn),
        'a deep object': input(nested, secretNamesIn),
        'a long list': input((size) => many(size, (index) => ({ secret: `s${index}` })), secretNamesIn),
      },
    }),
  ),
  table(
    'shared/secrets/reservedSecretName.ts',
    () => import('../../../shared/secrets/reservedSecretName'),
    ({ isReservedName, unreservedName }) => ({ isReservedName: texts(isReservedName), unreservedName: texts(unreservedName) }),
  ),
  table(
    'shared/elicitation/parseRequestedSchema.ts',
    () => import('../../../shared/elicitation/parseRequestedSchema'),
    ({ parseRequestedSchema }) => ({
      parseRequestedSchema: {
        ...texts((text) =>
          parseRequestedSchema({ properties: { [text]: { type: 'string', title: text, description: text, default: text } } }),
        ),
        'many choices': input(
          (size) => ({ properties: { a: { type: 'string', enum: many(size, (index) => `c${index}`) } } }),
          parseRequestedSchema,
        ),
        'many equal choices': input(
          (size) => ({ properties: { a: { type: 'string', enum: many(size, () => 'c') } } }),
          parseRequestedSchema,
        ),
        'many required': input((size) => ({ properties: {}, required: many(size, () => 'a') }), parseRequestedSchema),
      },
    }),
  ),
  table(
    'shared/elicitation/shownChoiceValues.ts',
    () => import('../../../shared/elicitation/shownChoiceValues'),
    ({ shownChoiceValues }) => ({
      shownChoiceValues: {
        ...texts((text) =>
          shownChoiceValues([
            { label: text, value: text },
            { label: 'a', value: text },
          ]),
        ),
        'many choices': input((size) => many(size, (index) => ({ label: `Choice ${index}`, value: `c${index}` })), shownChoiceValues),
        'many equal labels': input((size) => many(size, (index) => ({ label: 'c', value: `c${index}` })), shownChoiceValues),
      },
    }),
  ),
  table(
    'shared/elicitation/textFormats.ts',
    () => import('../../../shared/elicitation/textFormats'),
    ({ isEmail, isUri, isDate, isDateTime }) => ({
      isEmail: { ...texts(isEmail), ...prefixed('a@', isEmail) },
      isUri: { ...texts(isUri), ...prefixed('http://a/', isUri) },
      isDate: texts(isDate),
      isDateTime: texts(isDateTime),
    }),
  ),
  table(
    'shared/elicitation/validateFormContent.ts',
    () => import('../../../shared/elicitation/validateFormContent'),
    ({ validateFormContent }) => ({
      validateFormContent: {
        ...texts((text) => validateFormContent([{ key: 'a', kind: 'string', required: true, format: 'email', maxLength: 9 }], { a: text })),
        'many answers': input(wide, (answers) => validateFormContent([textField('k1')], answers)),
      },
    }),
  ),
  table(
    'shared/resources/expandUriTemplate.ts',
    () => import('../../../shared/resources/expandUriTemplate'),
    ({ templateVariables, expandUriTemplate, isUriTemplate }) => ({
      isUriTemplate: {
        ...texts(isUriTemplate),
        'many variables': input((size) => many(size, (index) => `{v${index}}`).join(''), isUriTemplate),
      },
      templateVariables: {
        ...texts(templateVariables),
        'many variables': input((size) => many(size, (index) => `{v${index}}`).join(''), templateVariables),
      },
      expandUriTemplate: {
        ...texts((text) => expandUriTemplate(text, { a: 'b' })),
        'long values': input(
          (size) => 'é/'.repeat(size / 2),
          (value) => expandUriTemplate('{+a}{b}', { a: value, b: value }),
        ),
        'many values': input(
          (size) => many(size, (index) => `v${index}`),
          (values) => expandUriTemplate('{?a*}', { a: values }),
        ),
      },
    }),
  ),
  table(
    'shared/rules/parsePath.ts',
    () => import('../../../shared/rules/parsePath'),
    ({ parsePath }) => ({
      parsePath: { ...texts(parsePath), ...prefixed('/a/', parsePath) },
    }),
  ),
  table(
    'shared/rules/parseRepository.ts',
    () => import('../../../shared/rules/parseRepository'),
    ({ parseRepository }) => ({
      parseRepository: { ...texts(parseRepository), ...prefixed('git@a:', parseRepository) },
    }),
  ),
  table(
    'shared/rules/parseWebAddress.ts',
    () => import('../../../shared/rules/parseWebAddress'),
    ({ parseWebAddress }) => ({
      parseWebAddress: { ...texts(parseWebAddress), ...prefixed('https://a.b/', parseWebAddress) },
    }),
  ),
  table(
    'shared/rules/suggestConditions.ts',
    () => import('../../../shared/rules/suggestConditions'),
    ({ suggestConditions }) => ({
      suggestConditions: {
        ...texts((text) => suggestConditions({ a: text })),
        'many arguments': input(wide, suggestConditions),
        'deep arguments': input(nested, suggestConditions),
      },
    }),
  ),
  table(
    'shared/rules/evaluateCondition.ts',
    () => import('../../../shared/rules/evaluateCondition'),
    ({ evaluateCondition, evaluateValue, argumentAt, isInFolder }) => ({
      evaluateCondition: texts((text) => evaluateCondition({ path: ['a'], test: 'inFolder', value: '/b' }, { a: text })),
      evaluateValue: texts((text) => evaluateValue({ path: ['a'], test: 'onHost', value: 'a.example' }, text)),
      argumentAt: { 'many arguments': input(wide, (args) => argumentAt(args, ['k1'])) },
      isInFolder: texts((text) => isInFolder(`/a/${text}`, '/a')),
    }),
  ),
  table(
    'shared/sampling/estimateTokens.ts',
    () => import('../../../shared/sampling/estimateTokens'),
    ({ estimateTokens }) => ({
      estimateTokens: { ...texts(estimateTokens), 'a wide object': input(wide, estimateTokens) },
    }),
  ),
  table(
    'shared/sampling/modelTier.ts',
    () => import('../../../shared/sampling/modelTier'),
    ({ modelTier }) => ({ modelTier: texts(modelTier) }),
  ),
  table(
    'shared/sampling/samplingMedia.ts',
    () => import('../../../shared/sampling/samplingMedia'),
    ({ withoutMedia, withMedia, isMedia }) => {
      const messages = (size: number) =>
        many(size, () => ({ role: 'user' as const, content: [{ type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }] }))
      return {
        withoutMedia: { 'many pictures': input(messages, withoutMedia) },
        withMedia: { 'many pictures': input(messages, (all) => withMedia(withoutMedia(all), all)) },
        isMedia: { 'a wide block': input(wide, isMedia) },
      }
    },
  ),
  table(
    'shared/sampling/toSamplingEdit.ts',
    () => import('../../../shared/sampling/toSamplingEdit'),
    ({ toSamplingEdit }) => ({
      toSamplingEdit: {
        'many messages': input(
          (size) => many(size, () => ({ role: 'user' as const, content: [{ type: 'text' as const, text: 'a' }] })),
          (messages) => toSamplingEdit({ messages, stopSequences: [] }),
        ),
      },
    }),
  ),
]

/** The worst texts behind a beginning that lets a parser go on. */
function prefixed(beginning: string, run: (text: string) => unknown) {
  return { [`the worst texts after ${beginning}`]: texts((text) => run(`${beginning}${text}`))['the worst texts'] ?? input(String, run) }
}
