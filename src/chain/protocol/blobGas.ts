/** The blob gas that one blob uses (EIP-4844). */
export const GAS_PER_BLOB = 131_072n
