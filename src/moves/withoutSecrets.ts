import type { Move } from './move.ts'

/** The arguments of a move, with something else instead of those that are secret. */
export function withoutSecrets(
  { parameters }: Pick<Move, 'parameters'>,
  args: readonly unknown[],
  instead: unknown,
): readonly unknown[] {
  return args.map((arg, index) =>
    parameters[index]?.secret === 'all' && arg !== undefined ? instead : arg,
  )
}
