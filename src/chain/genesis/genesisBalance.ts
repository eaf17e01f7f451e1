const ETHER = 10n ** 18n

/** The initial balance of each sender of traffic in wei, so high that it does not run out on a long chain. */
export const GENESIS_BALANCE = 1_000_000n * ETHER

/** The initial balance of each account of a mnemonic in wei: as Anvil and Hardhat fund them. */
export const MNEMONIC_BALANCE = 10_000n * ETHER

/** How many accounts of a mnemonic are funded, as by Anvil. */
export const MNEMONIC_ACCOUNTS = 10
