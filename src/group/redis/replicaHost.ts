import type { AddressInfo } from 'node:net'
import { listen } from '../../server/listen.ts'
import type { ResolvedServeOptions } from '../../server/resolveServeOptions.ts'
import type { MemberHost } from '../memberHost.ts'
import { reachableAddress } from './reachableAddress.ts'

interface ReplicaAddresses {
  /** `HOST:PORT`, where other replicas reach this one; by default an address of this machine */
  readonly replicaAddress?: string | undefined
  /** `HOST:PORT`, where clients reach the replicas; by default where this one listens */
  readonly publicAddress?: string | undefined
}

/** A replica is a member with a port of its own. */
export function replicaHost(
  { port, host }: Pick<ResolvedServeOptions, 'port' | 'host'>,
  { replicaAddress, publicAddress }: ReplicaAddresses,
): MemberHost {
  return {
    async listen({ http: { server } }) {
      const address = await listen(server, port, host)
      const { port: listening } = server.address() as AddressInfo
      const own = replicaAddress ?? reachableAddress(host, listening)
      return { address: publicAddress ?? address, own, keys: [] }
    },
    async health({ id, owned, isReached }) {
      // Without the journal, all replicas are as good as this one.
      const replica = { id, owned, journal: isReached ? 'reached' : 'not reached' }
      return { isUp: true, status: isReached ? 'ok' : 'degraded', details: { replica } }
    },
  }
}
