import type { Gate } from '../gate.ts'

/** A scenario, as the server of its endpoints sees it. */
export interface PlayedScenario {
  /** which all calls pass */
  readonly gate: Gate
  status(): ScenarioStatus
}

/** How far a scenario is. */
export interface ScenarioStatus {
  /** their number */
  readonly steps: number
  /** how many of them were played, waits that are over included */
  readonly played: number
  /** null where it waits for no calls: it is finished, has failed, or is played by hand */
  readonly waitingFor: WaitedFor | null
  readonly isFinished: boolean
  /** why it stopped; null where nothing has failed */
  readonly failure: string | null
}

/** Calls that a scenario waits for. */
export interface WaitedFor {
  /** key of the endpoint that must receive them */
  readonly endpoint: string
  /** null: any */
  readonly methods: readonly string[] | null
  /** number of the block that they must be about; null: any, or none */
  readonly block: number | null
  /** how many are still missing */
  readonly calls: number
}
