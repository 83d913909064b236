import { expect, it } from 'vitest'
import { faultInSddl, unsafeWindows } from './windowsPermissions'

it.each([
  ['O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)'],
  ['O:SYG:SYD:(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;FR;;;BU)'],
  ['O:S-1-5-32-544G:S-1-5-18D:AI(A;;FA;;;S-1-5-18)(A;;0x1200a9;;;AU)S:AI(AU;SA;FA;;;WD)'],
  ['O:BAG:SYD:(A;;FA;;;BA)(A;OICIIO;GA;;;CO)(D;;FA;;;WD)'],
  ['O:BAG:SYD:P'],
])('%s lets only administrators write', (sddl) => expect(faultInSddl('C:\\P', sddl)).toBeUndefined())

it.each([
  ['O:S-1-5-21-1-2-3-1001G:SYD:(A;;FA;;;BA)', 'notAdmins'],
  ['O:BAG:SYD:(A;;FA;;;BA)(A;;FA;;;BU)', 'notAdminsOnly', 'BU'],
  ['O:BAG:SYD:(A;;0x1301bf;;;AU)', 'notAdminsOnly', 'AU'],
  // As of a folder, LC adds folders and RP writes attributes; both are reading for a directory service.
  ['O:BAG:SYD:(A;;LC;;;BU)', 'notAdminsOnly', 'BU'],
  ['O:BAG:SYD:(A;CI;LCRP;;;BU)', 'notAdminsOnly', 'BU'],
  ['O:BAG:SYD:(A;OICIOI;FA;;;BU)', 'notAdminsOnly', 'BU'],
  ['O:BAG:SYD:(A;;GRGW;;;WD)', 'notAdminsOnly', 'WD'],
  ['O:BAG:SYD:(A;;WD;;;S-1-5-21-1-2-3-1001)', 'notAdminsOnly', 'S-1-5-21-1-2-3-1001'],
  ['O:BAG:SYD:(XA;;FR;;;WD;(x == 1))', 'notAdminsOnly', 'WD'],
  ['O:BAG:SYD:NO_ACCESS_CONTROL', 'unreadable'],
  ['O:BAG:SY', 'unreadable'],
  ['', 'unreadable'],
])('%s does not', (sddl, fault, who?: string) =>
  expect(faultInSddl('C:\\P', sddl)).toMatchObject({
    id: `policy.unsafe.${fault}`,
    params: { path: 'C:\\P', ...(who !== undefined && { who }) },
  }),
)

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
    { id: 'policy.unsafe.link', params: { path: 'C:\\P' } },
    { id: 'policy.unsafe.notAdmins', params: { path: 'C:\\P' } },
    { id: 'policy.unsafe.notAdminsOnly', params: { path: 'C:\\P\\policy.json', who: 'BU' } },
  ])
})
