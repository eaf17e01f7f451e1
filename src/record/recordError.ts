import { OmmerError } from '../primitives/errors.ts'

/** Where in the chain a recording failed. */
export interface RecordErrorDetails {
  /** number of the block */
  readonly block?: number
  /** the field of the block that is wrong */
  readonly field?: string
}

/** A recording failed. The blocks recorded so far are kept. */
export class RecordError extends OmmerError {
  readonly block: number | undefined
  readonly field: string | undefined

  constructor(problem: string, details?: ErrorOptions & RecordErrorDetails) {
    super('CANNOT_RECORD', problem.replaceAll(/\s*\n\s*/g, ' '), details)
    this.block = details?.block
    this.field = details?.field
  }
}
