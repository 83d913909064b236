import type { FormField } from '../../shared/domain/formField'
import { limitCombiningMarks } from '../lib/limitCombiningMarks'

/** Words for things that a form must not ask for (passwords, keys, codes, payment data), in languages that put spaces between words. */
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

/** Pieces of words, for languages that write several words as one: "Kreditkartennummer", "inloggegevens", "engangskode". */
const inWords =
  /passwort|kennwort|kreditkart|kartennummer|kartenpruf|sicherheitscode|einmalcode|bestatigungscode|geheimschlussel|zugriffsschlussel|zugangsschlussel|privatschlussel|schlusselphrase|wiederherstellungs(?:phrase|code|wort)|wachtwoord|toegangscode|inloggegevens|creditcardnummer|beveiligingscode|herstelzin|losenord|adgangskode|passord|salasana|kodord|engangskod|kortnummer|kontokort|tunnusluku/u

/** Words that only together mean a secret: "api key", "card number", "mot de passe". */
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
// A word boundary of JavaScript knows Latin letters only.
const wordsTogether = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pairs.join('|')})(?![\\p{L}\\p{N}])`, 'u')

/** The same for writing without spaces, and for scripts in which words change too much to list. */
const anywhere =
  /парол|секретн|кредитн|банковск\S{0,20} карт|密码|密碼|口令|密钥|密鑰|金鑰|信用卡|银行卡|銀行卡|卡号|卡號|安全码|安全碼|验证码|驗證碼|助记词|助記詞|パスワード|暗証番号|秘密鍵|クレジットカード|カード番号|セキュリティコード|認証コード|確認コード|シードフレーズ|リカバリーフレーズ|비밀번호|암호|신용카드|카드 ?번호|보안 ?코드|인증 ?번호|복구 ?구문|비밀 ?키|كلمة المرور|كلمة السر|بطاقة|رمز التحقق|رمز الأمان|مفتاح (?:api|الوصول|سري)|المفتاح (?:السري|الخاص)|عبارة الاسترداد|סיסמה|पासवर्ड|क्रेडिट कार्ड|รหัสผ่าน|mật khẩu|κωδικός/u

const negation =
  /\b(?:not|never|no|without|nicht|kein|keine|nie|niemals|ne|pas|jamais|nunca|não|non|mai|geen|niet|nooit|nigdy)\b|n['’]t\b|(?:^|\s)(?:не|никогда|لا)\s|不要|请勿|切勿|ないで|마세요/iu

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
  const plain = limitCombiningMarks(text.replaceAll(/\p{Cf}/gu, '')).normalize('NFKC')
  if (anywhere.test(plain.toLowerCase())) return true
  const words = plain
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.some((word) => wholeWords.has(word) || inWords.test(word)) || wordsTogether.test(words.join(' '))
}
