/** What to do when a try came to nothing: nothing helps; the same later; the same later, and all else, too. */
export type Remedy = 'none' | 'wait' | 'slowDown'

export interface TroubleDetails extends ErrorOptions {
  /** in milliseconds: how long the node asks to be left alone */
  readonly afterMs?: number | undefined
  /** of the JSON-RPC error, where that is what it answered */
  readonly rpcCode?: number | undefined
  /** whether nobody was there at all */
  readonly isAbsence?: boolean
  /** whether the answer is larger than was allowed */
  readonly isTooLarge?: boolean
}

/** Why one try of a request came to nothing. Who asked hears of it only when all tries are used up. */
export class Trouble extends Error {
  readonly remedy: Remedy
  readonly afterMs: number | undefined
  readonly rpcCode: number | undefined
  readonly isAbsence: boolean
  readonly isTooLarge: boolean

  constructor(remedy: Remedy, problem: string, details: TroubleDetails = {}) {
    super(problem, details)
    this.remedy = remedy
    this.afterMs = details.afterMs
    this.rpcCode = details.rpcCode
    this.isAbsence = details.isAbsence ?? false
    this.isTooLarge = details.isTooLarge ?? false
  }
}
