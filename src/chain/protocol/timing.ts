/** In proof of work a block comes at most so many seconds after its parent. */
export const POW_SECONDS_MAX = 26

/** After the merge a block comes so many seconds after its parent: one to a slot. */
export const SLOT_SECONDS = 12
