/** How many transfers one batch has. */
export const BATCH = 20

/** How transfers are sent. */
export interface Manner {
  /** what a row calls it */
  readonly name: string
  /** how many transfers one message has */
  readonly batch: number
  /** whether the next one is sent only when the last one has a receipt, as scripts do */
  readonly isAwaited: boolean
  /** of the rate of Anvil */
  readonly target: number
}

export const ALONE: Manner = { name: 'one at a time', batch: 1, isAwaited: false, target: 0.5 }
export const BATCHES: Manner = {
  name: `batches of ${BATCH}`,
  batch: BATCH,
  isAwaited: false,
  target: 1,
}

/** All that are measured. */
export const manners: readonly Manner[] = [
  { name: 'each sent and mined before the next', batch: 1, isAwaited: true, target: 0.7 },
  ALONE,
  BATCHES,
]
