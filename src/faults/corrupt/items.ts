/** An object in a result. */
export type JsonObject = Record<string, unknown>

/** A block or an uncle. */
export function isHeader(item: JsonObject): boolean {
  return 'parentHash' in item && 'receiptsRoot' in item
}

export function isReceipt(item: JsonObject): boolean {
  return 'cumulativeGasUsed' in item && Array.isArray(item.logs)
}

export function isLog(item: JsonObject): boolean {
  return 'logIndex' in item && Array.isArray(item.topics)
}

/** The objects in a result, which is an object or a list of them, with their paths. */
export function itemsOf(
  result: unknown,
): readonly { readonly item: JsonObject; readonly at: string }[] {
  const listed = Array.isArray(result)
  return (listed ? result : [result])
    .map((item, index) => ({ item: item as JsonObject, at: listed ? `[${index}].` : '' }))
    .filter(({ item }) => typeof item === 'object' && item !== null)
}
