type Settings = {
  autowinner_enabled: boolean
  autowinner_percentage: string | null
  autowinner_delay_amount: number | null
  autowinner_delay_unit: string | null
  autowinner_metric: string | null
}

type Given = { dispatch_attributes?: { autowinner_enabled?: boolean | undefined } | undefined }

const settings = [
  'autowinner_percentage',
  'autowinner_delay_amount',
  'autowinner_delay_unit',
  'autowinner_metric',
] as const

/**
 * If only the list enables automatic winners, a campaign with one content goes to all recipients; it is an error if the
 * campaign itself does.
 */
export function autowinnerProblems(
  after: Settings,
  contentCount: number,
  { dispatch_attributes: given }: Given,
): string[] {
  if (!after.autowinner_enabled) return []
  if (contentCount < 2) {
    return given?.autowinner_enabled === true
      ? ['dispatch_attributes.autowinner_enabled needs two contents at least']
      : []
  }
  const missing = settings.filter((name) => after[name] === null).map((name) => `${name} cannot be blank`)
  const percentage = Number(after.autowinner_percentage ?? '1')
  const isWhole = percentage <= 0 || percentage >= 100
  const wrong = isWhole ? ['autowinner_percentage must be more than 0 and less than 100'] : []
  return [...missing, ...wrong].map((problem) => `dispatch_attributes.${problem}`)
}
