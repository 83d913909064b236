import type { FormField } from '../../shared/domain/formField'

/** Words for things that a form must not ask for (passwords, keys, payment data), in languages that put spaces between words. */
const wholeWords = new Set(
  [
    'password passwords passwd pwd pass passphrase passcode pin otp totp 2fa mfa secret credential credentials token apikey cvv cvc ssn mnemonic privatekey',
    'passwort kennwort geheimzahl zugangsdaten kreditkarte kartennummer prufziffer schlussel',
    'motdepasse mdp codesecret cartebancaire jeton',
    'contrasena clave tarjeta',
    'senha cartao',
    'wachtwoord toegangscode',
    'losenord adgangskode passord salasana',
    'haslo hasło parola sifre şifre heslo jelszo lozinka',
    'пароль пинкод секрет токен',
    'سر',
  ].flatMap((line) => line.split(' ')),
)

/** Two words that only together mean a secret: "api key", "card number", "mot de passe". */
const wordsTogether =
  /\b(?:api|access|private|secret|signing|encryption|license|recovery|ssh) ?key\b|\b(?:credit|debit|bank)? ?card ?(?:number|no|nr)\b|\bcredit ?card\b|\b(?:seed|recovery|secret|backup) ?(?:phrase|words|code|codes)\b|\bone ?time ?(?:code|password)\b|\bsecurity ?(?:code|number|answer)\b|\bbearer\b|\bmot de passe\b|\bcarte (?:bancaire|de credit)\b|\bclave (?:de acceso|privada|api)\b|\bcodigo de seguridad\b|\bcarta di credito\b|\bnumero di carta\b|\bsocial security\b|\bномер карты\b/u

/** The same for writing without spaces, and for scripts in which words change too much to list. */
const anywhere =
  /пароль|секретн|密码|密碼|口令|密钥|金鑰|信用卡|卡号|卡號|安全码|パスワード|暗証番号|秘密鍵|クレジットカード|カード番号|비밀번호|암호|신용카드|카드번호|كلمة المرور|كلمة السر|بطاقة|סיסמה|पासवर्ड|รหัสผ่าน|mật khẩu|κωδικός/u

const negation =
  /\b(?:not|never|no|without|nicht|kein|keine|nie|niemals|ne|pas|jamais|nunca|não|mai|geen|niet)\b|n['’]t\b|(?:^|\s)не\s|不要|请勿/iu

type Described = Pick<FormField, 'key' | 'title' | 'description' | 'kind'>

/**
 * Pure: the keys of the fields that seem to ask for a password, key or card number, which a server must not do in a form (it has to
 * send the person to a page instead). Where only the message asks for one, every field that takes text is meant.
 */
export function secretLooking(message: string, fields: readonly Described[]): readonly string[] {
  const typed = fields.filter(({ kind }) => kind === 'string' || kind === 'number')
  const named = typed.filter(
    ({ key, title = '', description = '' }) => namesSecret(key) || namesSecret(title) || asksForSecret(description),
  )
  const meant = named.length === 0 && asksForSecret(message) ? typed.filter(({ kind }) => kind === 'string') : named
  return meant.map(({ key }) => key)
}

/** Prose may name a secret to say that it is not wanted: "do not give us your pin". */
function asksForSecret(prose: string): boolean {
  return prose.split(/[.!?\n。！？]/u).some((sentence) => namesSecret(sentence) && !negation.test(sentence))
}

function namesSecret(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  if (anywhere.test(plain.toLowerCase())) return true
  const words = plain
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.some((word) => wholeWords.has(word)) || wordsTogether.test(words.join(' '))
}
