import { type Block, createChain, SpecError } from 'ommer'

export async function headOf(): Promise<Block> {
  const error = await createChain({ blocks: -1 }).catch((thrown: unknown) => thrown)
  if (error instanceof SpecError) console.error(error.path)
  return (await createChain({ blocks: 3 })).head
}
