import { create } from 'zustand'
import type { SignInTarget } from '../../shared/domain/account'
import type { CallId, ConversationId, ProjectId, QuestionId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'

export const views = ['chat', 'projects', 'servers', 'inbox', 'settings'] as const
export type View = (typeof views)[number]
/** The pages of the settings, in their order on the screen. */
export const settingsPages = [
  'models',
  'usage',
  'rules',
  'secrets',
  'signIn',
  'appearance',
  'telemetry',
  'data',
  'policy',
  'about',
] as const
export type SettingsPage = (typeof settingsPages)[number]
export const serverTabs = ['tools', 'resources', 'prompts', 'folders', 'account', 'log', 'traffic', 'about'] as const
export type ServerTab = (typeof serverTabs)[number]

/** A part of the tab "About" that links lead to. */
export type ServerSection = 'protocol' | 'calls'

/** A server's form: a new server, an existing one, pasted JSON, or the servers of other hosts on this computer. */
export type ServerFormTarget =
  | { readonly kind: 'add' }
  | { readonly kind: 'paste' }
  | { readonly kind: 'takeOver' }
  /** `part` opens that part of the form at once. */
  | { readonly kind: 'edit'; readonly serverId: ServerId; readonly part?: 'signIn' }

/** A tool, prompt or skill that the person picked elsewhere and wants to use in the conversation. */
export interface PickedItem {
  readonly kind: 'tool' | 'prompt' | 'skill'
  readonly serverId: ServerId
  readonly name: string
  /** The arguments that the form of a tool begins with. */
  readonly arguments?: JsonObject
}

/** State that only the screen has: where the person is, and what is open. It contains nothing that the host owns. */
export interface NavigationState {
  readonly view: View
  /** The conversation in front. Undefined for a new one. */
  readonly conversationId: ConversationId | undefined
  /** The project that a new chat begins in. Undefined for none, and once it is a conversation, which knows its project itself. */
  readonly newChatProject: ProjectId | undefined
  /** Whether the settings of the conversation in front are open. */
  readonly conversationSettings: boolean
  /** The project whose page is open in the Projects view. Undefined for the list. */
  readonly projectId: ProjectId | undefined
  /** The server whose page is open in the Servers view. Undefined for the list. */
  readonly serverId: ServerId | undefined
  readonly serverTab: ServerTab
  /** The part of that page that the person wants to see. The part takes the focus and sets it back. */
  readonly serverSection: ServerSection | undefined
  /** The call of the app whose messages are shown there alone. Undefined for all messages of the server. */
  readonly trafficApp: CallId | undefined
  /** The address of the resource that is open on that page. Undefined for the list. */
  readonly resourceUri: string | undefined
  readonly settingsPage: SettingsPage
  /** The question that the person opened from the Inbox, a call or a bar. */
  readonly questionId: QuestionId | undefined
  /** What the person wants to sign in to, when no question asked for it. */
  readonly signIn: SignInTarget | undefined
  readonly serverForm: ServerFormTarget | undefined
  /** The server that the person is asked about before it is removed. */
  readonly serverRemoval: ServerId | undefined
  readonly pick: PickedItem | undefined
  readonly palette: boolean
  /** The words with which the search over all conversations was opened. Undefined while it is closed. */
  readonly search: string | undefined
  /** What the person wants to export. */
  readonly exported: ConversationId | 'all' | undefined
  /** Whether the dialog that imports conversations is open. */
  readonly importing: boolean
  readonly keys: boolean
  /** Whether the sidebar of a narrow window is open. */
  readonly drawer: boolean
}

const atStart: NavigationState = {
  view: 'chat',
  conversationId: undefined,
  newChatProject: undefined,
  conversationSettings: false,
  projectId: undefined,
  serverId: undefined,
  serverTab: 'tools',
  serverSection: undefined,
  trafficApp: undefined,
  resourceUri: undefined,
  settingsPage: 'models',
  questionId: undefined,
  signIn: undefined,
  serverForm: undefined,
  serverRemoval: undefined,
  pick: undefined,
  palette: false,
  search: undefined,
  exported: undefined,
  importing: false,
  keys: false,
  drawer: false,
}

export const useNavigation = create<NavigationState>(() => atStart)

const set = (change: Partial<NavigationState>): void => useNavigation.setState({ ...change, drawer: false })

/** Shows a conversation, or an empty new one. */
export const showChat = (conversationId?: ConversationId): void =>
  set({ view: 'chat', conversationId, newChatProject: undefined, conversationSettings: false })
/** Shows an empty new chat that belongs to a project. */
export const showNewChatIn = (newChatProject: ProjectId): void => set({ view: 'chat', conversationId: undefined, newChatProject })
/** Opens or closes the settings of the conversation in front, or of the new chat. */
export const openConversationSettings = (conversationSettings: boolean): void => set({ conversationSettings })
/** Shows the Chat view as the person left it. */
export const returnToChat = (): void => set({ view: 'chat' })
/** Shows all projects, or the page of one. */
export const showProjects = (projectId?: ProjectId): void => set({ view: 'projects', projectId })
/** Shows all servers, or the page of one. */
export const showServers = (serverId?: ServerId, serverTab: ServerTab = 'tools'): void =>
  set({ view: 'servers', serverId, serverTab, serverSection: undefined, trafficApp: undefined, resourceUri: undefined })
/** Shows the messages between Parley and an app, for whoever writes the app. */
export const showAppTraffic = (serverId: ServerId, trafficApp: CallId | undefined): void =>
  set({ view: 'servers', serverId, serverTab: 'traffic', serverSection: undefined, resourceUri: undefined, trafficApp })
/** Shows where the version of MCP for a server is chosen, and why it is what it is. */
export const showProtocol = (serverId: ServerId): void =>
  set({ view: 'servers', serverId, serverTab: 'about', serverSection: 'protocol', resourceUri: undefined })
/** Shows where it is chosen what happens to the calls of a server. */
export const showCalls = (serverId: ServerId): void =>
  set({ view: 'servers', serverId, serverTab: 'about', serverSection: 'calls', resourceUri: undefined })
/** Shows one resource of a server, or all of them. */
export const showResource = (serverId: ServerId, resourceUri?: string): void =>
  set({ view: 'servers', serverId, serverTab: 'resources', resourceUri })
export const showInbox = (): void => set({ view: 'inbox' })
export const showSettings = (settingsPage: SettingsPage = useNavigation.getState().settingsPage): void =>
  set({ view: 'settings', settingsPage })
/** Opens a question. Two dialogs never overlap, so a sign-in that the person opened continues in the background. */
export const openQuestion = (questionId: QuestionId | undefined): void =>
  set({ questionId, ...(questionId !== undefined && { signIn: undefined }) })
export const openSignIn = (signIn: SignInTarget | undefined): void => set({ signIn })
export const openServerForm = (serverForm: ServerFormTarget | undefined): void => set({ serverForm })
export const openServerRemoval = (serverRemoval: ServerId | undefined): void => set({ serverRemoval })
/** Goes to the conversation in front and opens the form of the picked item. */
export const startPick = (pick: PickedItem): void => set({ view: 'chat', pick })
export const endPick = (): void => set({ pick: undefined })
export const openPalette = (palette: boolean): void => set({ palette })
/** Opens the search over all conversations with these words, or closes it. */
export const openSearch = (search: string | undefined): void => set({ search, palette: false })
/** Opens the dialog that exports a conversation or all of them, or closes it. */
export const openExport = (exported: ConversationId | 'all' | undefined): void => set({ exported, palette: false })
/** Opens the dialog that imports conversations, or closes it. */
export const openImport = (importing: boolean): void => set({ importing, palette: false })
export const openKeys = (keys: boolean): void => set({ keys })
export const openDrawer = (drawer: boolean): void => useNavigation.setState({ drawer })
