/** What new state costs from Amsterdam on, in gas per byte (EIP-8037). */
const STATE_BYTE_GAS = 1530n

/** The state gas of an account that did not exist: 120 bytes. */
export const NEW_ACCOUNT_GAS = 120n * STATE_BYTE_GAS

/** The state gas of a slot that was empty: 64 bytes. */
export const NEW_SLOT_GAS = 64n * STATE_BYTE_GAS

/** The state gas of a delegation where there was none: 23 bytes. */
export const NEW_DELEGATION_GAS = 23n * STATE_BYTE_GAS

/** The state gas of the code of a new contract. */
export function codeStateGas(bytes: number): bigint {
  return BigInt(bytes) * STATE_BYTE_GAS
}
