import type { RpcConnection } from '../connection/rpcConnection.ts'
import { RpcError } from '../connection/rpcError.ts'
import { controlToken } from './controlToken.ts'
import type { ForkStart } from './forks.ts'

/** What the page may do with its key, and what it says about the server. */
export interface Permissions {
  /** `core`: only the five methods, and no subscriptions */
  readonly methods: 'core' | 'all'
  /** whether the endpoint serves moves and accepts transactions at its own address */
  readonly dev: boolean
  /** whether the server has a control address that this page may use */
  readonly control: boolean
  readonly dialect: string | null
  /** the methods whose results the dialects write differently */
  readonly dialectMethods: readonly string[]
  readonly chainId: number | null
  readonly clientVersion: string | null
  readonly preset: string | null
  /** how many contracts the chain has */
  readonly contracts: number
  /** how many contracts of the user the server knows */
  readonly artifacts: number
  /** when each fork begins; empty if that is not known */
  readonly forks: readonly ForkStart[]
}

/** What remains with `--methods core`. */
const CORE: Permissions = {
  methods: 'core',
  dev: false,
  control: false,
  dialect: null,
  dialectMethods: [],
  chainId: null,
  clientVersion: null,
  preset: null,
  contracts: 0,
  artifacts: 0,
  forks: [],
}

/** Asks what the key may do. An endpoint that does not know the question serves only the five methods. */
export async function loadPermissions(connection: RpcConnection): Promise<Permissions> {
  try {
    return { ...CORE, ...(await connection.request<Permissions>('ommer_explorer')) }
  } catch (error) {
    if (error instanceof RpcError && error.isUnknownMethod) return CORE
    throw error
  }
}

/** Whether the page may move the head. */
export function mayMove(permissions: Permissions | undefined): boolean {
  return (
    permissions !== undefined &&
    (permissions.dev || permissions.control || controlToken.value !== '')
  )
}
