import { asLatin } from '../lib/confusableNames'
import { normalizeText } from '../lib/limitCombiningMarks'
import type { FormField } from '../domain/formField'
import { isPlaceholder, standsForKey } from './isPlaceholder'

// This file alone decides what looks like a secret. It has one table for each kind of place, and one function for each question.
// Every answer is a guess about untrusted text. The time grows only linearly with the text's length.

/** English names of variables and headers, as programs use them: `GITHUB_TOKEN`, `X-Api-Key`, `Authorization`. */
const names =
  /token|secret|passw|passphrase|credential|cookie|bearer|(?:api|access|private|secret|ssh|signing|license)[-_]?key|(?:^|[-_])(?:key|auth|pass|pwd|pat|dsn)(?:$|[-_])|authorization$/i

/** Prefixes of the keys of known services. Each applies to values and to prose. */
const keyBeginnings = [
  // OpenAI, Anthropic and others; Stripe's secret, publishable and restricted keys
  'sk-',
  '[spr]k_(?:live|test)_',
  // GitHub: personal, OAuth, user, server and refresh tokens
  'gh[pousr]_',
  'github_pat_',
  // GitLab, Slack
  'glpat-',
  'xox[abprs]-',
  // Amazon, Google
  'AKIA',
  'AIza',
  String.raw`ya29\.`,
  // npm, Hugging Face, Linear
  'npm_',
  'hf_',
  'lin_api_',
]
/** Prefixes that other names have too, such as the primary key `pk_orders_customer`. They apply only to values. */
const likelyBeginnings = ['[spr]k[-_]']

// JavaScript's \b treats "_" as a letter.
const begins = (beginnings: readonly string[]): string => `(?:^|[^A-Za-z0-9])(?:${beginnings.join('|')})`
const keyInValue = new RegExp(`${begins([...keyBeginnings, ...likelyBeginnings])}[-_.A-Za-z0-9]{9}`)
const keyInText = new RegExp(String.raw`${begins(keyBeginnings)}(?=[\w-]{0,200}\d)[\w-]{16}`)
/** Whole values: a scheme of the Authorization header, a signed token (JWT), PEM, or an address that contains a password. */
const otherValues = /^(?:bearer|basic|token)\s+\S{8,}|^eyJ[\w-]{10,}\.|^-----BEGIN |:\/\/[^/\s:@]{1,200}:[^/\s@]{1,200}@/i
/** Patterns anywhere in a text: a private key in PEM, or a signed token. */
const otherTexts = /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----|eyJ[\w-]{10,1000}\.eyJ[\w-]{10}/

const keyPieces = new RegExp(String.raw`(^|[^A-Za-z0-9])(?:${[...keyBeginnings, ...likelyBeginnings].join('|')})[-_.A-Za-z0-9]{9,}`, 'g')

/** Pure: whether a variable is called as the keys of services are: `GITHUB_TOKEN`, `BRAVE_API_KEY`. Nothing that starts programs is called so. */
export function isServiceKeyName(name: string): boolean {
  return /^[A-Z][A-Z0-9_]{0,80}_(TOKEN|API_?KEY|SECRET(_KEY)?|ACCESS_KEY(_ID)?|PASSWORD|PAT)$/.test(name)
}

/** Pure: a value with the mask in place of each piece that looks like a secret, whatever its name is. */
export function hideSecretPieces(value: string, mask: string): string {
  return withoutPrivateKeys(value, mask)
    .replace(keyPieces, (_piece, before: string) => before + mask)
    .replace(/^(bearer|basic|token)(\s+)\S{8,}/i, (_piece, scheme: string, space: string) => scheme + space + mask)
    .replace(/(:\/\/[^/\s:@]{1,200}:)[^/\s@]{1,200}@/g, (_piece, before: string) => `${before}${mask}@`)
    .replace(/(^|[^A-Za-z0-9])eyJ[-_.A-Za-z0-9]{10,}/g, (_piece, before: string) => before + mask)
}

/** Where a block in PEM begins, and where it ends. */
const pemLines = /(?=-----(?:BEGIN|END) )/

/** Hides only what can be part of a private key, because a command or path behind its beginning has to stay visible. */
function withoutPrivateKeys(value: string, mask: string): string {
  const pieces = value.split(pemLines)
  return pieces.map((piece) => (piece.startsWith('-----BEGIN ') && /^[-A-Za-z0-9+/=\s\\:,]*$/.test(piece) ? mask : piece)).join('')
}

/** The value behind a name or an option: with the scheme of a header, up to the end of its quotes or to a space. */
const valueBehind = String.raw`(?:(?:bearer|basic|token|digest)\s{1,3})?\\?(?:"[^"\n]*"|'[^'\n]*'|["']?[^\s"'&]+)`
const namedValue = new RegExp(String.raw`([\w-]{1,80})(\\?["']?\s{0,3}[=:]\s{0,3})${valueBehind}`, 'gi')
const optionValue = new RegExp(String.raw`(?<![\w-])(-{1,2}[\w-]{1,80})(\s{1,3})(?!-)${valueBehind}`, 'gi')

/**
 * Pure: a text of any length with the mask in place of all in it that looks like a secret: its pieces, private keys whatever else is in them,
 * and what stands behind a name or an option that asks for one (`password=…`, `--token …`, `Authorization: Basic …`). For what is kept, so it
 * hides too much rather than too little. The rest stays readable.
 */
export function hideSecretsInText(text: string, mask: string): string {
  const hideNamed = (all: string, name: string, between: string): string => (nameAsksForSecret(name) ? name + between + mask : all)
  const withoutKeys = text
    .split(pemLines)
    .map((piece) => (/^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(piece) ? mask : piece))
    .join('')
  return hideSecretPieces(withoutKeys, mask)
    .replace(/(cookie["']?\s{0,3}:)[^"'\n]+/gi, (_all, name: string) => `${name} ${mask}`)
    .replace(namedValue, hideNamed)
    .replace(optionValue, hideNamed)
    .replace(/(?<![\w-])(bearer\s{1,3})[^\s"'\\]{8,}/gi, (_all, scheme: string) => scheme + mask)
}

/** The length of the text, in UTF-16 units, that is checked. Longer text was pasted, and checking it at every keystroke costs too much. */
const LOOKED_AT = 20_000

/** Pure: whether a variable or header with this name usually holds a secret. */
export function nameAsksForSecret(name: string): boolean {
  return names.test(name)
}

/** Pure: whether a value seems to be or to contain a secret, regardless of its name. A placeholder (`${input:key}`) is not a secret. */
export function valueLooksSecret(value: string): boolean {
  return !isPlaceholder(value) && !standsForKey(value) && (keyInValue.test(value) || otherValues.test(value) || textHoldsSecret(value))
}

/** Pure: whether a variable, header or argument seems to hold something for the vault, judged by its name or its value. */
export function looksSecret(name: string, value: string): boolean {
  return value !== '' && !isPlaceholder(value) && !standsForKey(value) && (nameAsksForSecret(name) || valueLooksSecret(value))
}

/** How much of the description of an argument is read. */
const DESCRIPTION_CHARACTERS = 2_000

/**
 * Pure: whether what a person types for an argument of a prompt or of an address may be a secret, by its name, its value or its description.
 * Such a value is not sent while it is typed (2025-11-25, completion, security). A bare `key` is more often the key of an entry.
 */
export function argumentLooksSecret(name: string, value: string, description = ''): boolean {
  return (
    looksSecret(name === 'key' ? '' : name, value || 'anything') ||
    wordsNameSecret(name) ||
    proseAsksForSecret(description.slice(0, DESCRIPTION_CHARACTERS))
  )
}

/**
 * Pure: the arguments that may go to a server while another one is typed: those with a value that does not look like a secret.
 * @param about what the server says of an argument, by its name
 */
export function argumentsWithoutSecrets(
  values: Readonly<Record<string, string>>,
  about: ReadonlyMap<string, string> = new Map(),
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== '' && !argumentLooksSecret(name, value, about.get(name))),
  )
}

/**
 * Pure: whether prose, such as a message that a person writes, seems to contain a key or token. It prefers few false alarms: it warns while
 * they type.
 */
export function textHoldsSecret(text: string): boolean {
  const start = text.slice(0, LOOKED_AT)
  return keyInText.test(start) || otherTexts.test(start)
}

/** Words for things that a form must not ask for (passwords, keys, codes, payment data), in languages with spaces between words. */
const wholeWords = new Set(
  [
    'password passwords passwd pwd pass passphrase passcode pin otp totp 2fa mfa secret credential credentials token apikey cvv cvc ssn mnemonic privatekey iban',
    'geheimzahl zugangsdaten prufziffer schlussel',
    'motdepasse mdp codesecret cartebancaire jeton cryptogramme',
    'contrasena clave claves tarjeta',
    'senha senhas cartao',
    'segreta segreto parola',
    'haslo hasło sifre şifre heslo jelszo lozinka',
    'пароль пинкод секрет токен',
    'سر',
  ].flatMap((line) => line.split(' ')),
)

/** Words that are also written letter by letter: "P.I.N.", "p a s s w o r d". */
const spelledOut = ['password', 'passwd', 'passcode', 'pin', 'otp', 'cvv', 'cvc']

/** Parts of words, for languages that join words: "Kreditkartennummer", "inloggegevens", "engangskode". */
const inWords =
  /passwort|kennwort|kreditkart|kartennummer|kartenpruf|sicherheitscode|einmalcode|bestatigungscode|geheimschlussel|zugriffsschlussel|zugangsschlussel|privatschlussel|schlusselphrase|wiederherstellungs(?:phrase|code|wort)|wachtwoord|toegangscode|inloggegevens|creditcardnummer|beveiligingscode|herstelzin|losenord|adgangskode|passord|salasana|kodord|engangskod|kortnummer|kontokort|tunnusluku/u

/** Word groups that mean a secret only together: "api key", "card number", "mot de passe". */
const pairs = [
  '(?:api|access|private|secret|signing|encryption|license|recovery|ssh) ?key',
  '(?:credit|debit|bank)? ?card ?(?:number|no|nr)',
  '(?:credit|debit) ?card',
  '(?:seed|recovery|secret|backup|wallet) ?(?:phrase|words|code|codes)',
  'one ?time ?(?:code|password)',
  '(?:verification|login|confirmation|authenticator|authentication|sms|6 digit|six digit) code',
  'security ?(?:code|number|answer)',
  'social security',
  'bearer',
  'mots? de passe',
  'cartes? (?:bancaire|bleue|de credit)',
  'numero de (?:carte|tarjeta|cartao)',
  'code (?:secret|de securite|a usage unique|de verification)',
  'phrase (?:de recuperation|secrete|mnemonique)',
  'cle (?:api|privee|secrete|d acces)',
  'clave (?:de acceso|privada|api|secreta)',
  'codigo (?:de seguridad|de seguranca|de verificacion|de verificacao|de un solo uso)',
  'frase (?:semilla|semente|de recuperacion|de recuperacao|di recupero|segreta|seed)',
  'parola d ordine',
  'carta di (?:credito|debito)',
  'numero di carta',
  'codice (?:di sicurezza|di verifica|segreto|pin)',
  'chiave (?:api|privata|segreta|di accesso)',
  '(?:klucz|kod) (?:api|prywatny|dostepu|bezpieczenstwa|weryfikacyjny|pin)',
  'numer karty',
  'номер карты',
  'код (?:подтверждения|безопасности|из смс|доступа)',
  '(?:сид|seed) фраза',
  'chave (?:api|privada|secreta|de acesso)',
  '(?:ключ (?:api|доступа)|(?:api|секретныи|приватныи|закрытыи) ключ)',
]
// A word boundary in JavaScript knows only Latin letters.
const wordsTogether = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pairs.join('|')})(?![\\p{L}\\p{N}])`, 'u')

/** Patterns for scripts without spaces, and for languages whose words have too many forms to list. */
const anywhere =
  /парол|секретн|кредитн|банковск\S{0,20} карт|密码|密碼|口令|密钥|密鑰|金鑰|信用卡|银行卡|銀行卡|卡号|卡號|安全码|安全碼|验证码|驗證碼|助记词|助記詞|パスワード|暗証番号|秘密鍵|クレジットカード|カード番号|セキュリティコード|認証コード|確認コード|シードフレーズ|リカバリーフレーズ|비밀번호|암호|신용카드|카드 ?번호|보안 ?코드|인증 ?번호|복구 ?구문|비밀 ?키|كلمة المرور|كلمة السر|بطاقة|رمز التحقق|رمز الأمان|مفتاح (?:api|الوصول|سري)|المفتاح (?:السري|الخاص)|عبارة الاسترداد|סיסמה|पासवर्ड|क्रेडिट कार्ड|รหัสผ่าน|mật khẩu|κωδικός/u

const negation =
  /\b(?:not|never|no|without|nicht|kein|keine|nie|niemals|ne|pas|jamais|nunca|não|non|mai|geen|niet|nooit|nigdy)\b|n['’]t\b|(?:^|\s)(?:не|никогда|لا)\s|不要|请勿|切勿|ないで|마세요/iu

type Described = Pick<FormField, 'key' | 'title' | 'description' | 'kind'>

/**
 * Pure: returns the keys of the fields that seem to ask for a password, a key or a card number. A server must not ask for these in a form:
 * it has to send the person to a page instead. If only the message asks for one, returns every text field.
 */
export function fieldsThatAskForSecret(message: string, fields: readonly Described[]): readonly string[] {
  const typed = fields.filter(({ kind }) => kind === 'string' || kind === 'number')
  const named = typed.filter(
    ({ key, title = '', description = '' }) => wordsNameSecret(key) || wordsNameSecret(title) || proseAsksForSecret(description),
  )
  const meant = named.length === 0 && proseAsksForSecret(message) ? typed.filter(({ kind }) => kind === 'string') : named
  return meant.map(({ key }) => key)
}

/** Prose may name a secret to say that the server does not want it: "do not give us your pin". */
function proseAsksForSecret(prose: string): boolean {
  return prose.split(/[.!?\n。！？]/u).some((sentence) => wordsNameSecret(sentence) && !negation.test(sentence))
}

/** Signs that stand for letters: "P@ssw0rd". The strokes are read in both ways, as i and as l. */
const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
  '(': 'c',
  '€': 'e',
}
const strokes = ['i', 'l'] as const

/** Whether a text names a secret as it is written, or as somebody reads it who takes signs and letters of other scripts for Latin ones. */
function wordsNameSecret(text: string): boolean {
  const plain = normalizeText(text.replaceAll(/\p{Cf}/gu, ''), 'NFKC')
  if (anywhere.test(plain.toLowerCase())) return true
  const words = plain
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  if (plainWordsNameSecret(words)) return true
  const latin = asLatin(words)
  return strokes.some((stroke) =>
    plainWordsNameSecret(latin.replaceAll(/[034578@$(€]/g, (sign) => signs[sign] ?? sign).replaceAll(/[1!|]/g, stroke)),
  )
}

function plainWordsNameSecret(text: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u)
  // A longer word ends a row of single letters.
  const spelled = words.map((word) => (word.length === 1 ? word : ' ')).join('')
  return (
    words.some((word) => wholeWords.has(word) || inWords.test(word)) ||
    wordsTogether.test(words.join(' ')) ||
    spelledOut.some((word) => spelled.includes(word))
  )
}
