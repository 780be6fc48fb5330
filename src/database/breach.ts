/** Whether a statement was refused by this constraint or unique index. The one of a shard has the shard's number behind its name. */
export function isBreachOf(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !('constraint_name' in error)) return false
  const name = String(error.constraint_name)
  return (
    name === constraint ||
    (name.startsWith(`${constraint}_`) && /^\d+$/.test(name.slice(constraint.length + 1)))
  )
}
