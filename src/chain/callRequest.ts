import type { Hex } from '../primitives/hex.ts'
import { knownFields } from './byHand/knownFields.ts'
import {
  notRight,
  requireAccessList,
  requireAddress,
  requireBlobHashes,
  requireCount,
  requireHash,
  requireHex,
  requireList,
  requireUint,
} from './byHand/requireInput.ts'
import type { CallInput } from './calls/call.ts'
import type { CallMessage } from './calls/message.ts'
import type { AccountOverride, BlockOverrides } from './calls/overrides.ts'
import type { AuthorizationEntry, OrUndefined, TypedFields } from './encoding/block.ts'
import type { AccountOptions } from './stateLocation.ts'

/**
 * A call, which is not mined. It needs no signature. Fees that are left out are 0, so without any its gas is free; a
 * `gasPrice` cannot be together with the other two.
 */
export interface CallRequest extends OrUndefined<TypedFields<Hex>> {
  /** DATA, 20 bytes. Default: zeros */
  readonly from?: Hex | undefined
  /** DATA, 20 bytes. Without it, `data` is run as the init code of a contract. */
  readonly to?: Hex | undefined
  readonly data?: Hex | undefined
  /** in wei; `from` must have it. Default 0 */
  readonly value?: bigint | undefined
  /** in gas. Default: no limit */
  readonly gas?: bigint | undefined
  readonly nonce?: number | undefined
  /** EIP-7702 */
  readonly authorizationList?: readonly AuthorizationEntry[] | undefined
}

/** After which block a call runs, and its overrides. */
export interface CallOptions extends AccountOptions {
  /** Accounts by address (DATA, 20 bytes). */
  readonly stateOverrides?: Readonly<Record<Hex, AccountOverrideRequest>> | undefined
  readonly blockOverrides?: BlockOverrideRequest | undefined
}

/** Overrides of an account while a call runs. */
export interface AccountOverrideRequest {
  readonly nonce?: number | undefined
  /** DATA */
  readonly code?: Hex | undefined
  /** in wei */
  readonly balance?: bigint | undefined
  /** values by slot (DATA, 32 bytes each): replaces the whole storage */
  readonly state?: Readonly<Record<Hex, Hex>> | undefined
  /** values by slot (DATA, 32 bytes each): replaces only these slots */
  readonly stateDiff?: Readonly<Record<Hex, Hex>> | undefined
  /** DATA, 20 bytes: the address to which the precompiled contract at this address moves */
  readonly movePrecompileTo?: Hex | undefined
}

/** Overrides of the block in which a call runs. */
export interface BlockOverrideRequest {
  readonly number?: number | undefined
  /** in seconds since 1970 */
  readonly time?: number | undefined
  /** in gas */
  readonly gasLimit?: bigint | undefined
  /** DATA, 20 bytes */
  readonly feeRecipient?: Hex | undefined
  /** DATA, 32 bytes; from the merge on */
  readonly prevRandao?: Hex | undefined
  /** before the merge */
  readonly difficulty?: bigint | undefined
  /** in wei per gas; without effect on a call without a gas price */
  readonly baseFeePerGas?: bigint | undefined
  /** in wei per blob gas; without effect on a call without `maxFeePerBlobGas` */
  readonly blobBaseFee?: bigint | undefined
}

const requireCallFields = knownFields<CallRequest>({
  from: true,
  to: true,
  data: true,
  value: true,
  gas: true,
  nonce: true,
  gasPrice: true,
  maxFeePerGas: true,
  maxPriorityFeePerGas: true,
  accessList: true,
  maxFeePerBlobGas: true,
  blobVersionedHashes: true,
  authorizationList: true,
})

const requireAuthorizationFields = knownFields<AuthorizationEntry>({
  chainId: true,
  address: true,
  nonce: true,
  exactNonce: true,
  yParity: true,
  r: true,
  s: true,
})

const requireOptions = knownFields<CallOptions>({
  at: true,
  stateOverrides: true,
  blockOverrides: true,
})

const requireAccountFields = knownFields<AccountOverrideRequest>({
  nonce: true,
  code: true,
  balance: true,
  state: true,
  stateDiff: true,
  movePrecompileTo: true,
})

const requireBlockFields = knownFields<BlockOverrideRequest>({
  number: true,
  time: true,
  gasLimit: true,
  feeRecipient: true,
  prevRandao: true,
  difficulty: true,
  baseFeePerGas: true,
  blobBaseFee: true,
})

/**
 * Reads a call of `chain.call`.
 *
 * @throws {ArgumentError} if a field is not valid or not known
 * @internal
 */
export function toCallInput(request: CallRequest, options: CallOptions): CallInput {
  requireOptions(options, 'options')
  const { stateOverrides = {}, blockOverrides = {} } = options
  return {
    call: toMessage(request),
    gasCap: 0n,
    stateOverrides: entriesOf('stateOverrides', stateOverrides).map(([address, account]) =>
      toAccountOverride(address, account),
    ),
    blockOverrides: toBlockOverrides(blockOverrides),
  }
}

function toMessage(request: CallRequest): CallMessage {
  requireCallFields(request, 'call')
  const { from, to, data, nonce, accessList, blobVersionedHashes, authorizationList } = request
  const wei = (
    name: 'value' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'maxFeePerBlobGas',
  ) => optional(request[name], (value) => requireUint(name, value, 256))
  return {
    from: optional(from, (value) => requireAddress('from', value)),
    to: optional(to, (value) => requireAddress('to', value)),
    data: optional(data, (value) => requireHex('data', value)),
    value: wei('value'),
    gas: optional(request.gas, (value) => requireUint('gas', value, 64)),
    nonce: optional(nonce, (value) => BigInt(requireCount('nonce', value))),
    gasPrice: wei('gasPrice'),
    maxFeePerGas: wei('maxFeePerGas'),
    maxPriorityFeePerGas: wei('maxPriorityFeePerGas'),
    maxFeePerBlobGas: wei('maxFeePerBlobGas'),
    accessList: optional(accessList, requireAccessList),
    blobVersionedHashes: optional(blobVersionedHashes, requireBlobHashes),
    authorizationList: optional(authorizationList, (list) =>
      requireList('authorizationList', list, toAuthorization),
    ),
  }
}

function toAuthorization(
  entry: AuthorizationEntry,
  path: string,
): NonNullable<CallMessage['authorizationList']>[number] {
  requireAuthorizationFields(entry, path)
  const { chainId, address, nonce, yParity, r, s } = entry
  return {
    chainId: requireUint(`${path}.chainId`, chainId, 256),
    address: requireAddress(`${path}.address`, address),
    nonce: BigInt(requireCount(`${path}.nonce`, nonce)),
    yParity: requireCount(`${path}.yParity`, yParity),
    r: requireUint(`${path}.r`, r, 256),
    s: requireUint(`${path}.s`, s, 256),
  }
}

function toAccountOverride(address: string, account: AccountOverrideRequest): AccountOverride {
  const path = `stateOverrides.${address}`
  requireAccountFields(account, path)
  const { nonce, code, balance, state, stateDiff, movePrecompileTo } = account
  return {
    address: requireAddress('stateOverrides', address),
    nonce: optional(nonce, (value) => BigInt(requireCount(`${path}.nonce`, value))),
    code: optional(code, (value) => requireHex(`${path}.code`, value)),
    balance: optional(balance, (value) => requireUint(`${path}.balance`, value, 256)),
    state: optional(state, (slots) => toSlots(`${path}.state`, slots)),
    stateDiff: optional(stateDiff, (slots) => toSlots(`${path}.stateDiff`, slots)),
    movePrecompileTo: optional(movePrecompileTo, (value) =>
      requireAddress(`${path}.movePrecompileTo`, value),
    ),
  }
}

function toSlots(path: string, slots: Readonly<Record<Hex, Hex>>): Uint8Array {
  const words = entriesOf(path, slots).flatMap(([slot, value]) => [
    requireHash(path, slot),
    requireHash(`${path}.${slot}`, value),
  ])
  const packed = new Uint8Array(32 * words.length)
  for (const [index, word] of words.entries()) packed.set(word, 32 * index)
  return packed
}

function toBlockOverrides(overrides: BlockOverrideRequest): BlockOverrides {
  requireBlockFields(overrides, 'blockOverrides')
  const { number, time, gasLimit, feeRecipient, prevRandao } = overrides
  const uint256 = (name: 'difficulty' | 'baseFeePerGas' | 'blobBaseFee') =>
    optional(overrides[name], (value) => requireUint(`blockOverrides.${name}`, value, 256))
  return {
    number: optional(number, (value) => BigInt(requireCount('blockOverrides.number', value))),
    time: optional(time, (value) => BigInt(requireCount('blockOverrides.time', value))),
    gasLimit: optional(gasLimit, (value) => requireUint('blockOverrides.gasLimit', value, 64)),
    feeRecipient: optional(feeRecipient, (value) =>
      requireAddress('blockOverrides.feeRecipient', value),
    ),
    prevRandao: optional(prevRandao, (value) => requireHash('blockOverrides.prevRandao', value)),
    difficulty: uint256('difficulty'),
    baseFeePerGas: uint256('baseFeePerGas'),
    blobBaseFee: uint256('blobBaseFee'),
  }
}

function optional<From, To>(value: From | undefined, read: (value: From) => To): To | undefined {
  return value === undefined ? undefined : read(value)
}

/** @throws {ArgumentError} if it is not an object */
function entriesOf<Value>(field: string, object: Readonly<Record<Hex, Value>>): [string, Value][] {
  const given: unknown = object
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw notRight(field, given, 'an object')
  }
  return Object.entries(object)
}
