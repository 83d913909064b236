import { describe, expect, it } from 'vitest'
import { cpuMicros, threadCpuMs } from '../testing/cpuMicros'
import { argumentLooksSecret, fieldsThatAskForSecret, looksSecret, textHoldsSecret, valueLooksSecret } from './secretPatterns'

it('sees a secret by its name or by what it holds', () => {
  const seen = [
    ['GITHUB_TOKEN', 'abc'],
    ['OPENAI_API_KEY', 'abc'],
    ['apiKey', 'abc'],
    ['AWS_ACCESS_KEY_ID', 'abc'],
    ['Authorization', 'Bearer abcdefghij'],
    ['Proxy-Authorization', 'abc'],
    ['SSHKEY', 'abc'],
    ['Cookie', 'a=b'],
    ['DATABASE_URL', 'postgres://dana:hunter2@localhost/reports'],
    ['PLAIN', 'ghp_0123456789abcdefghij'],
    ['PLAIN', 'ghr_0123456789abcdefghij'],
    ['PLAIN', 'pk_live_0123456789abcdefghij'],
    ['PLAIN', 'sk_0123456789abcdefghij'],
    ['PLAIN', '--key=AKIA0123456789ABCDEF'],
    ['PLAIN', 'JWT eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.sig'],
    ['PLAIN', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
    ['PLAIN', '-----BEGIN PRIVATE KEY-----'],
    ['PG_PASSWORD', 'x'],
    ['DB_PASS', 'x'],
  ]
  expect(seen.filter(([name = '', value = '']) => !looksSecret(name, value))).toEqual([])
})

it('sees an argument that is a secret by its name in any language, by its value, or by what the server says of it', () => {
  const secret = [
    ['pаssword', ''],
    ['Geheimzahl', ''],
    ['api_key', ''],
    ['who', 'ghp_0123456789abcdefghij'],
    ['who', '', 'Your PIN at the bank'],
  ]
  const plain = [
    ['key', ''],
    ['city', 'Oslo'],
    ['who', '', 'A name. Do not give us your password.'],
    ['monkey', ''],
  ]
  const judged = (all: readonly (readonly string[])[]) => all.map(([name = '', value = '', said]) => argumentLooksSecret(name, value, said))
  expect([judged(secret), judged(plain)]).toEqual([secret.map(() => true), plain.map(() => false)])
})

it('leaves plain values alone, and those that stand for another', () => {
  const plain = [
    ['LOG_LEVEL', 'debug'],
    ['NODE_ENV', 'production'],
    ['KEYBOARD', 'us'],
    ['AUTHOR', 'dana'],
    ['COMPASS', 'north'],
    ['BASE_URL', 'https://example.com/mcp'],
    ['GITHUB_TOKEN', ''],
    ['GITHUB_TOKEN', '${input:token}'],
    ['API_KEY', '{{key}}'],
    ['MONKEY', 'george'],
    ['BASE_URL', 'https://skyscanner-mcp.example.com'],
    ['COMMAND', 'npm-registry-mirror'],
  ]
  expect(plain.filter(([name = '', value = '']) => looksSecret(name, value))).toEqual([])
})

it('takes no time over long values that are made to take it', () => {
  const started = threadCpuMs()
  const long = ['${', '{{', 'a://b:', 'sk', 'bearer ', 'eyJ'].map((part) => part.repeat(100_000))
  expect(long.map((value) => looksSecret('PLAIN', value))).toHaveLength(6)
  expect(threadCpuMs() - started).toBeLessThan(2_000)
})

it.each([
  'use sk-ant-api03-0123456789abcdefgh please',
  'ghp_0123456789abcdefghij0123456789abcdef',
  'ghr_0123456789abcdefghij0123456789abcdef',
  'pk_live_0123456789abcdefghij',
  'token=xoxb-123456789012-abcdefghijkl',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.sig',
])('K12: sees the key in %j', (text) => {
  expect(textHoldsSecret(text)).toBe(true)
})

it.each([
  'npm run all the things',
  'ask-a-question-about-something',
  'sk-something-without-any-number',
  'What is AKIA?',
  'the constraint pk_customer_orders_2024_archive is violated',
  'eyJ is how they begin',
])('does not cry over %j', (text) => {
  expect(textHoldsSecret(text)).toBe(false)
})

it('takes no time over what was made to take long', () => {
  const started = threadCpuMs()
  for (const text of ['sk-'.repeat(100_000), 'eyJ'.repeat(100_000), `sk-${'a'.repeat(300_000)}`]) expect(textHoldsSecret(text)).toBe(false)
  expect(threadCpuMs() - started).toBeLessThan(2000)
})

// Earlier there were two lists of key prefixes, and each lacked some of the other's.
it.each(['sk-', 'sk_live_', 'pk_live_', 'rk_test_', 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'xoxa-', 'xoxp-'])(
  'knows a key that begins with %s as a value and in prose',
  (beginning) => {
    const key = `${beginning}0123456789abcdef`
    expect([valueLooksSecret(key), textHoldsSecret(`It is ${key}, I think.`)]).toEqual([true, true])
  },
)

const field = (key: string, title?: string) => ({ key, kind: 'string' as const, ...(title !== undefined && { title }) })
const isSecret = (key = '', title?: string) => fieldsThatAskForSecret('Fill this in.', [field(key, title)]).length === 1

describe('fieldsThatAskForSecret', () => {
  it.each([
    ['password'],
    ['userPassword'],
    ['API_KEY'],
    ['apiKey'],
    ['access-token'],
    ['cvv'],
    ['x', 'Your Google password'],
    ['x', 'Card number'],
    ['x', 'Seed phrase of your wallet'],
    ['x', 'pass\u200bword'],
    ['x', 'P\u200bIN'],
    ['x', 'sec\u00adret'],
    ['x', '密\u2060码'],
    ['x', 'ｐａｓｓｗｏｒｄ'],
    ['x', 'Pаsswоrd'],
    ['x', 'РIN'],
    ['x', 'passw0rd'],
    ['x', 'P@ssword'],
    ['x', 'P@$$w0rd of your bank'],
    ['pa55word'],
    ['x', 'Your P1N'],
    ['x', 'Sécret t0k3n'],
    ['x', 'ᴘᴀꜱꜱᴡᴏʀᴅ'],
    ['x', 'P.I.N.'],
    ['x', 'p a s s w o r d'],
    ['x', '(redit (ard'],
    ['x', 'Ihr Kennwort'],
    ['x', 'Mot de passe'],
    ['x', 'Contraseña'],
    ['x', 'Senha'],
    ['x', 'Wachtwoord'],
    ['x', 'Hasło'],
    ['x', 'Введите пароль'],
    ['x', '请输入密码'],
    ['x', 'パスワード'],
    ['x', '비밀번호를 입력하세요'],
    ['x', 'كلمة المرور'],
  ])('EL-15, H01: warns of %s', (...[key, title]: readonly string[]) => {
    expect(isSecret(key, title)).toBe(true)
  })

  // A password, a card, a key, a code and a seed phrase, as a title in each language.
  it.each([
    ['English', ['Your Google password', 'Credit card', 'Secret key', 'Verification code', 'Recovery phrase']],
    ['German', ['Ihr Passwort', 'Kreditkartennummer', 'API-Schlüssel', 'Bestätigungscode', 'Wiederherstellungsphrase']],
    ['French', ['Votre mot de passe', 'Numéro de carte', 'Clé API', 'Code de sécurité', 'Phrase de récupération']],
    ['Spanish', ['Su contraseña', 'Número de tarjeta', 'Clave privada', 'Código de verificación', 'Frase semilla']],
    ['Portuguese', ['A sua senha', 'Número de cartão', 'Chave privada', 'Código de segurança', 'Frase de recuperação']],
    ['Italian', ["Parola d'ordine", 'Numero di carta', 'Chiave privata', 'Codice di sicurezza', 'Frase di recupero']],
    ['Dutch', ['Uw wachtwoord', 'Creditcardnummer', 'API key', 'Beveiligingscode', 'Herstelzin']],
    ['Polish', ['Twoje hasło', 'Numer karty', 'Klucz prywatny', 'Kod weryfikacyjny', 'Seed phrase']],
    ['Russian', ['Ваш пароль', 'Номер карты', 'Секретный ключ', 'Код подтверждения', 'Сид-фраза']],
    ['Chinese', ['您的密码', '银行卡号', '密钥', '验证码', '助记词']],
    ['Japanese', ['パスワード', 'クレジットカード番号', '秘密鍵', '確認コード', 'リカバリーフレーズ']],
    ['Korean', ['비밀번호', '카드번호', '비밀 키', '인증번호', '복구 구문']],
    ['Arabic', ['كلمة المرور', 'رقم البطاقة', 'المفتاح السري', 'رمز التحقق', 'عبارة الاسترداد']],
  ])('EL-15, H01: warns of passwords, cards, keys, codes and seed phrases in %s', (_language, titles) => {
    expect(titles.filter((title) => !isSecret('x', title))).toEqual([])
  })

  it.each([
    ['x', 'Postal code'],
    ['x', 'Option p, or option i, or option n'],
    ['x', 'Mail (name@pinboard.example)'],
    ['x', '4 passengers, 7 tons, $5'],
    ['x', 'Código postal'],
    ['x', 'Ключевые слова'],
    ['x', 'Schlagwort'],
    ['x', 'Note of the song in D'],
    ['x', 'Numéro de téléphone'],
    ['x', '电话号码'],
    ['x', 'カード'],
    ['name'],
    ['x', 'Passenger'],
    ['x', 'Secretary'],
    ['keyboard'],
    ['maxTokens'],
    ['x', 'Compass heading'],
    ['x', 'Key of the song'],
    ['pinned'],
    ['state', 'U.S. state'],
    ['naam', 'Hoe heet u?'],
  ])('leaves %s alone', (...[key, title]: readonly string[]) => {
    expect(isSecret(key, title)).toBe(false)
  })

  it('takes every text field for the secret that only the message asks for', () => {
    const fields = [field('a'), { key: 'agree', kind: 'boolean' as const }]
    expect(fieldsThatAskForSecret('Type your password below.', fields)).toEqual(['a'])
  })

  it('believes prose that says a secret is not wanted, as server-everything does, but not a title', () => {
    const description = 'Your favorite integer (do not give us your phone number, pin, or other sensitive info)'
    const fields = [
      { key: 'integer', kind: 'number' as const, title: 'Integer', description },
      { key: 'b', kind: 'string' as const, title: 'Password, not stored' },
      { key: 'c', kind: 'string' as const, description: 'Never share it. Type the PIN of your card here.' },
    ]
    expect(fieldsThatAskForSecret('Never type a password here.', fields.slice(0, 1))).toEqual([])
    expect(fieldsThatAskForSecret('', fields)).toEqual(['b', 'c'])
  })

  it('takes time with the length only, whatever a server writes', () => {
    const spent = ['a\u0301\u0316', '\u0301\u0316', 'банковск', '\u0301\u0316\u200b', 'card '].map((text) =>
      cpuMicros(() => fieldsThatAskForSecret(text.repeat(250_000 / text.length), [field('a')])),
    )
    expect(spent.reduce((sum, each) => sum + each)).toBeLessThan(2_000_000)
    expect(isSecret('x', `pass${'\u0301\u0316'.repeat(100)}word`)).toBe(true)
  })

  it('warns of no field into which nothing can be typed', () => {
    expect(fieldsThatAskForSecret('', [{ key: 'rememberPassword', kind: 'boolean' }])).toEqual([])
  })
})
