import { OmmerError } from '../primitives/errors.ts'

/**
 * Why a hunt cannot go on. INVALID_OPTION: of an option; INVALID_ROWS: what the client says its rows are; CLIENT_FAILED: the
 * client does not start; CLEAN_RUN: its rows are wrong without any move.
 */
export class HuntError extends OmmerError {
  declare readonly code: 'INVALID_OPTION' | 'INVALID_ROWS' | 'CLIENT_FAILED' | 'CLEAN_RUN'
}
