/** How much is compared. */
export interface Extent {
  /** whether to compare everything instead of a sample */
  readonly isWhole: boolean
}
