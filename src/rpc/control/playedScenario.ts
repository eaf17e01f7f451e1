import type { Gate } from '../gate.ts'

/** A scenario, as far as who serves its endpoints has to do with it. */
export interface PlayedScenario {
  /** what all calls have to pass */
  readonly gate: Gate
  status(): ScenarioStatus
}

/** How far a scenario is. */
export interface ScenarioStatus {
  /** how many there are */
  readonly steps: number
  /** how many of them were played, waits that are over included */
  readonly played: number
  /** null where it waits for no calls: it is over, has failed, or is played by hand */
  readonly waitingFor: WaitedFor | null
  readonly isFinished: boolean
  /** why no step is played any more; null where nothing has failed */
  readonly failure: string | null
}

/** Calls that a scenario waits for. */
export interface WaitedFor {
  /** key of the endpoint that is to be asked */
  readonly endpoint: string
  /** null: by any */
  readonly methods: readonly string[] | null
  /** number of the block that they are to be about; null: about any, or none */
  readonly block: number | null
  /** how many are still to come */
  readonly calls: number
}
