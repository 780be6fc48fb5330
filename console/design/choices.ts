/** Whether a select is worth searching: more choices than can be seen at a glance. */
export function areMany(choices: readonly unknown[]): boolean {
  return choices.length > 10
}
