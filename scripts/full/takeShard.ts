/** The arguments of a script. */
interface Sharded {
  /** `I/N`; undefined for all of it */
  readonly shard: string | undefined
  readonly others: string[]
}

/**
 * Takes `--shard I/N` out of arguments.
 *
 * @throws {Error} if it is no share
 */
export function takeShard(args: readonly string[]): Sharded {
  const index = args.findIndex((each) => each === '--shard' || each.startsWith('--shard='))
  if (index === -1) return { shard: undefined, others: [...args] }
  const isApart = args[index] === '--shard'
  const shard = isApart ? args[index + 1] : args[index]?.slice('--shard='.length)
  const [, part, count] = /^(\d+)\/(\d+)$/.exec(shard ?? '') ?? []
  if (!(Number(part) >= 1 && Number(part) <= Number(count))) {
    throw new Error(`--shard: '${shard}' is no share: want I/N, with I from 1 to N`)
  }
  return { shard, others: args.toSpliced(index, isApart ? 2 : 1) }
}
