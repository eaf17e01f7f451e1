/** The role of a contract in the traffic that calls it. */
export type TrafficRole =
  | 'collectible'
  | 'delegate'
  | 'factory'
  | 'logger'
  | 'mortal'
  | 'multicall'
  | 'multiToken'
  | 'pool'
  | 'slots'
  | 'token'

/** A contract that was deployed on a branch. */
export interface DeployedContract {
  /** 20 bytes */
  readonly address: Uint8Array
  /** addresses of the contracts that it works with: the two tokens of a pool */
  readonly partners: readonly Uint8Array[]
}

/** The newest contracts of each role, newest last. */
export type DeployedContracts = Readonly<Record<TrafficRole, readonly DeployedContract[]>>

/** How many contracts of each role receive traffic. */
const KEPT = 8

export const NO_CONTRACTS: DeployedContracts = {
  collectible: [],
  delegate: [],
  factory: [],
  logger: [],
  mortal: [],
  multicall: [],
  multiToken: [],
  pool: [],
  slots: [],
  token: [],
}

export function withContract(
  contracts: DeployedContracts,
  role: TrafficRole,
  contract: DeployedContract,
): DeployedContracts {
  return { ...contracts, [role]: [...contracts[role], contract].slice(-KEPT) }
}

/** Removes a contract that must not be called any more. */
export function withoutContract(
  contracts: DeployedContracts,
  role: TrafficRole,
  address: Uint8Array,
): DeployedContracts {
  return { ...contracts, [role]: contracts[role].filter((each) => each.address !== address) }
}
