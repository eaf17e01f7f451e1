import * as v from 'valibot'
import { dialectNames } from '../endpoint/dialects/dialects.ts'
import { boolean, described, nonEmptyString, oneOf, wholeNumber } from '../primitives/input.ts'

/**
 * The schemas of the options that the command line has, too. It loads this file at its start, so the names of events, which
 * would load all of hunt, are checked later.
 */
export const huntInputs = {
  seed: described(
    v.optional(v.union([nonEmptyString, wholeNumber(0)])),
    'Decides what is tried. Default: another one each time.',
  ),
  time: described(v.optional(wholeNumber(1, 86_400 * 7), 300), 'How long to search, in seconds.'),
  runs: described(v.optional(wholeNumber(1)), 'How many scenarios to try at most.'),
  jobs: described(v.optional(wholeNumber(1, 64), 1), 'How many clients to run at a time.'),
  patience: described(
    v.optional(wholeNumber(100, 600_000), 15_000),
    'In milliseconds: how long a client may ask for nothing new before its rows count as wrong.',
  ),
  repeats: described(
    v.optional(wholeNumber(1, 10_000), 20),
    'How often a finding is repeated, to see how often it happens.',
  ),
  confirmations: described(
    v.optional(wholeNumber(0, 1000), 0),
    'How many of the newest blocks the client leaves out.',
  ),
  finality: described(
    v.optional(wholeNumber(1, 100_000)),
    'How many blocks below the head the client takes as final. Default: what its calls show.',
  ),
  weights: described(
    v.optional(v.record(v.string(), v.unknown()), {}),
    'How often each kind of event is drawn; 0 for never.',
  ),
  cold: described(
    v.optional(boolean, false),
    'Start the client for each scenario, even if that takes long.',
  ),
  beyond: described(
    v.optional(boolean, false),
    'Also reorgs of finalized blocks, untrue answers, and nodes that show older or other heads until the end, which many clients do not claim to handle.',
  ),
  dialect: described(
    v.optional(oneOf(...dialectNames)),
    'The dialect of the answers. Default: mostly geth, sometimes another one.',
  ),
  chains: described(v.optional(wholeNumber(1, 8), 1), 'How many chains the client indexes.'),
} as const
