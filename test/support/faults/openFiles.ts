/** How many files this process may open; Node raises the limit to what the system allows. */
export function openFilesMax(): number {
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } }
  }
  const soft = userLimits?.open_files?.soft ?? 'unlimited'
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft
}
