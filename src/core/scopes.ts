/** What an API key may be limited to: reading, what costs credits, changes, and what is for those who run the server or an account. */

export const scopes = ['read', 'snapshot', 'changes', 'operate'] as const
export type Scope = (typeof scopes)[number]
