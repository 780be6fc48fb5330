export type Partially<Record extends object> = { [Key in keyof Record]?: Record[Key] | undefined }

export function overlay<Record extends object>(base: Record, given: Partially<Record>): Record {
  return { ...base, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}
