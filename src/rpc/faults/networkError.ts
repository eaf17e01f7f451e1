import { OmmerError } from '../../primitives/errors.ts'

/** A fault made a request fail like a network error; the code is Node's for that error. */
export class NetworkError extends OmmerError {
  constructor(code: 'ECONNRESET' | 'ETIMEDOUT', message: string) {
    super(code, message)
  }
}
