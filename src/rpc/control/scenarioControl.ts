import type { Gate } from '../gate.ts'

/** The part of a scenario that the server of its endpoints uses. */
export interface ScenarioControl {
  /** all calls pass through it */
  readonly gate: Gate
  status(): ScenarioStatus
}

/** The progress of a scenario. */
export interface ScenarioStatus {
  /** how many steps it has */
  readonly steps: number
  /** how many of them were played, including finished waits */
  readonly played: number
  /** null if it waits for no calls: it has finished or failed, or is played by hand */
  readonly waitingFor: WaitedFor | null
  readonly isFinished: boolean
  /** why it stopped; null if nothing has failed */
  readonly failure: string | null
}

/** Calls that a scenario waits for. */
export interface WaitedFor {
  /** key of the endpoint that must receive them */
  readonly endpoint: string
  /** null: any */
  readonly methods: readonly string[] | null
  /** number of the block that they must name; null for any block, or none */
  readonly block: number | null
  /** how many calls are still missing */
  readonly calls: number
}
