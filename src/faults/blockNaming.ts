/** The ways in which calls name a block, or the range of a filter by its end. */
export const blockNamings = ['tag', 'number', 'hash'] as const

export type BlockNaming = (typeof blockNamings)[number]
