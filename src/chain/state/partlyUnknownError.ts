import { OmmerError } from '../../primitives/errors.ts'

/** Something needs the whole state, or all blocks, of a chain that is forked from a network, of which only parts are read. */
export class PartlyUnknownError extends OmmerError {
  constructor(what = 'the whole state') {
    super('PARTLY_UNKNOWN', `a forked chain does not have ${what}: it reads only what is asked for`)
  }
}
