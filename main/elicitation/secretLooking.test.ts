import { describe, expect, it } from 'vitest'
import { secretLooking } from './secretLooking'

const field = (key: string, title?: string) => ({ key, kind: 'string' as const, ...(title !== undefined && { title }) })
const isSecret = (key = '', title?: string) => secretLooking('Fill this in.', [field(key, title)]).length === 1

describe('secretLooking', () => {
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
    ['x', 'ｐａｓｓｗｏｒｄ'],
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
  ])('H01: warns of %s', (...[key, title]: readonly string[]) => {
    expect(isSecret(key, title)).toBe(true)
  })

  it.each([
    ['name'],
    ['x', 'Passenger'],
    ['x', 'Secretary'],
    ['keyboard'],
    ['maxTokens'],
    ['x', 'Compass heading'],
    ['x', 'Key of the song'],
    ['pinned'],
  ])('leaves %s alone', (...[key, title]: readonly string[]) => {
    expect(isSecret(key, title)).toBe(false)
  })

  it('takes every text field for the secret that only the message asks for', () => {
    const fields = [field('a'), { key: 'agree', kind: 'boolean' as const }]
    expect(secretLooking('Type your password below.', fields)).toEqual(['a'])
  })

  it('believes prose that says a secret is not wanted, as server-everything does, but not a title', () => {
    const description = 'Your favorite integer (do not give us your phone number, pin, or other sensitive info)'
    const fields = [
      { key: 'integer', kind: 'number' as const, title: 'Integer', description },
      { key: 'b', kind: 'string' as const, title: 'Password, not stored' },
      { key: 'c', kind: 'string' as const, description: 'Never share it. Type the PIN of your card here.' },
    ]
    expect(secretLooking('Never type a password here.', fields.slice(0, 1))).toEqual([])
    expect(secretLooking('', fields)).toEqual(['b', 'c'])
  })

  it('warns of no field into which nothing can be typed', () => {
    expect(secretLooking('', [{ key: 'rememberPassword', kind: 'boolean' }])).toEqual([])
  })
})
