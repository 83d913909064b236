import { expect, it } from 'vitest'
import { faultInSddl, unsafeWindows } from './windowsPermissions'

it.each([
  ['O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)'],
  ['O:SYG:SYD:(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;FR;;;BU)'],
  ['O:S-1-5-32-544G:S-1-5-18D:AI(A;;FA;;;S-1-5-18)(A;;0x1200a9;;;AU)S:AI(AU;SA;FA;;;WD)'],
  ['O:BAG:SYD:(A;;FA;;;BA)(A;OICIIO;GA;;;CO)(D;;FA;;;WD)'],
  ['O:BAG:SYD:P'],
])('%s lets only administrators write', (sddl) => expect(faultInSddl(sddl)).toBeUndefined())

it.each([
  ['O:S-1-5-21-1-2-3-1001G:SYD:(A;;FA;;;BA)', 'does not belong to Administrators'],
  ['O:BAG:SYD:(A;;FA;;;BA)(A;;FA;;;BU)', 'may be written by others than Administrators (BU)'],
  ['O:BAG:SYD:(A;;0x1301bf;;;AU)', 'may be written by others than Administrators (AU)'],
  // As of a folder, LC adds folders and RP writes attributes; both are reading for a directory service.
  ['O:BAG:SYD:(A;;LC;;;BU)', 'may be written by others than Administrators (BU)'],
  ['O:BAG:SYD:(A;CI;LCRP;;;BU)', 'may be written by others than Administrators (BU)'],
  ['O:BAG:SYD:(A;OICIOI;FA;;;BU)', 'may be written by others than Administrators (BU)'],
  ['O:BAG:SYD:(A;;GRGW;;;WD)', 'may be written by others than Administrators (WD)'],
  ['O:BAG:SYD:(A;;WD;;;S-1-5-21-1-2-3-1001)', 'may be written by others than Administrators (S-1-5-21-1-2-3-1001)'],
  ['O:BAG:SYD:(XA;;FR;;;WD;(x == 1))', 'may be written by others than Administrators (WD)'],
  ['O:BAG:SYD:NO_ACCESS_CONTROL', 'has permissions that Parley cannot read'],
  ['O:BAG:SY', 'has permissions that Parley cannot read'],
  ['', 'has permissions that Parley cannot read'],
])('%s does not', (sddl, fault) => expect(faultInSddl(sddl)).toBe(fault))

it('looks at the folder and the file, and takes no link', async () => {
  const good = 'O:BAG:SYD:(A;;FA;;;BA)'
  const judge = (links: readonly string[], lists: Readonly<Record<string, string>>) =>
    unsafeWindows('C:\\P\\policy.json', 'C:\\P', {
      isLink: async (path) => links.includes(path),
      sddl: async (path) => lists[path] ?? good,
    })
  expect([
    await judge([], {}),
    await judge(['C:\\P'], {}),
    await judge([], { 'C:\\P': 'O:BUG:SYD:(A;;FA;;;BA)' }),
    await judge([], { 'C:\\P\\policy.json': 'O:BAG:SYD:(A;;FW;;;BU)' }),
  ]).toEqual([
    undefined,
    'C:\\P is a link',
    'C:\\P does not belong to Administrators',
    'C:\\P\\policy.json may be written by others than Administrators (BU)',
  ])
})
