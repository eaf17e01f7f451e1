import { OmmerError } from '../primitives/errors.ts'

/** Where in a chain a recording came to an end. */
export interface RecordPlace {
  /** number of the block */
  readonly block?: number
  /** what is wrong with it, where that is a field */
  readonly field?: string
}

/** A range of a chain cannot be recorded; what is there of it stays there. */
export class RecordError extends OmmerError {
  readonly block: number | undefined
  readonly field: string | undefined

  constructor(problem: string, options?: ErrorOptions & RecordPlace) {
    super('CANNOT_RECORD', problem.replaceAll(/\s*\n\s*/g, ' '), options)
    this.block = options?.block
    this.field = options?.field
  }
}
