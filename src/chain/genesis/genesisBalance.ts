/** In wei: what genesis gives each account, 1,000,000 ether. A long chain must not run its senders dry. */
export const GENESIS_BALANCE = 1_000_000n * 10n ** 18n
