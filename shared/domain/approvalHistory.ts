/** Earlier decisions about one tool, for the approval dialog. */
export interface ApprovalHistory {
  readonly allowed: number
  readonly denied: number
  readonly last?: { readonly verdict: 'allowed' | 'denied'; readonly at: number }
}
