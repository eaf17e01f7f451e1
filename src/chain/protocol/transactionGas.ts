/** What every transaction costs, in gas; one that only sends wei costs nothing else (Yellow Paper, appendix G). */
export const TRANSFER_GAS = 21_000n

/** The highest gas limit of a transaction from Osaka on (EIP-7825), in gas. */
export const GAS_LIMIT_CAP = 2n ** 24n

/** The longest init code of a contract from Shanghai on (EIP-3860), in bytes. */
export const INIT_CODE_MAX = 49_152
