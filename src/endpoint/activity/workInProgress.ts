import type { Condition } from './waits.ts'

/** What an endpoint may be doing. */
const kinds = ['requests', 'delays', 'notifications', 'moves', 'mining'] as const

export type WorkKind = (typeof kinds)[number]

/** Counts what an endpoint is doing. It is idle while that is nothing. */
export class WorkInProgress implements Condition<void> {
  readonly #counts: Record<WorkKind, number> = {
    requests: 0,
    delays: 0,
    notifications: 0,
    moves: 0,
    mining: 0,
  }
  #total = 0

  begin(kind: WorkKind): void {
    this.#counts[kind]++
    this.#total++
  }

  end(kind: WorkKind): void {
    this.#counts[kind]--
    this.#total--
  }

  get isIdle(): boolean {
    return this.#total === 0
  }

  met(): { readonly result: undefined } | undefined {
    return this.isIdle ? { result: undefined } : undefined
  }

  describe(within: string): string {
    const busy = kinds.filter((kind) => this.#counts[kind] > 0).map((kind) => names[kind])
    return `not idle${within}: still has ${busy.join(', ') || 'no work, but had some'}`
  }
}

const names: Record<WorkKind, string> = {
  requests: 'unanswered requests',
  delays: 'delayed responses or notifications',
  notifications: 'notifications to send',
  moves: 'moves in progress',
  mining: 'a block that a timer mines',
}
