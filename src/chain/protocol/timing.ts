/** The longest time in seconds between a proof-of-work block and its parent. */
export const POW_SECONDS_MAX = 26

/** The length of a slot in seconds. After the merge every slot has a block. */
export const SLOT_SECONDS = 12
