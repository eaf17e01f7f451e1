/** The initial balance of each account in wei: 1,000,000 ether, so that senders do not run out on a long chain. */
export const GENESIS_BALANCE = 1_000_000n * 10n ** 18n
