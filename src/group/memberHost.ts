import type { GroupHealth, GroupMember } from '../server/group.ts'
import type { MetricValues } from '../server/metricValues.ts'

/** Where a member of a group runs: on a machine of its own, or beside others under a supervisor. */
export interface MemberHost {
  /** Lets clients and other members connect. */
  listen(server: GroupMember): Promise<ListenResult>
  /** The metrics of all members that are asked here; undefined: only those of this one. */
  metrics?(): Promise<readonly MetricValues[]>
  health(state: MemberState): Promise<GroupHealth>
}

export interface ListenResult {
  /** where clients reach the group: `HOST:PORT` */
  readonly address: string
  /** where other members reach this one: `HOST:PORT`, or the path of a socket */
  readonly own: string
  /** of endpoints that the member takes at once, instead of with the first request */
  readonly keys: readonly string[]
}

interface MemberState {
  readonly id: string
  /** how many families it owns */
  readonly owned: number
  /** whether the store knows that it is alive */
  readonly isReached: boolean
}
