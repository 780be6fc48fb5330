import { describe, expect, test } from 'vitest'
import { changedAutoresponder, newAutoresponder } from './rules.ts'
import { autoresponderCreateInput, autoresponderUpdateInput, triggers } from './endpoints.ts'
import { checkFields } from '../api/problems.ts'

function create(input: object) {
  const fields = checkFields(autoresponderCreateInput, { name: 'Welcome', trigger: 'subscription', ...input })
  return changedAutoresponder(newAutoresponder, fields)
}

function update(current: typeof newAutoresponder, input: object) {
  return changedAutoresponder(current, checkFields(autoresponderUpdateInput, input))
}

test('a name and a trigger make an autoresponder', () => {
  expect(create({})).toMatchObject({ values: { ...newAutoresponder, name: 'Welcome' }, problems: [] })
  expect(() => create({ name: ' ' })).toThrow('name cannot be blank')
  expect(() => create({ name: 'a\r\nBcc: x@example.com' })).toThrow('name must be a single line')
  expect(() => create({ trigger: 'birthday' })).toThrow('trigger must be one of subscription, api')
})

describe('a delay', () => {
  const delayed = { delay: 'with_delay', delay_amount: 2, delay_unit: 'days', delay_time: 9 }

  test('needs an amount and a unit', () => {
    expect(create({ delay: 'with_delay' }).problems).toEqual([
      'delay_amount must be at least 1',
      'delay_unit cannot be blank',
    ])
    expect(create(delayed)).toMatchObject({ values: delayed, problems: [] })
  })

  test('has an hour only for days and longer', () => {
    for (const unit of ['minutes', 'hours']) {
      expect(create({ ...delayed, delay_unit: unit }).problems).toEqual([
        'delay_time can only be set for days, weeks and months',
      ])
    }
    for (const unit of ['days', 'weeks', 'months']) {
      expect(create({ ...delayed, delay_unit: unit }).problems).toEqual([])
    }
    expect(() => create({ ...delayed, delay_time: 24 })).toThrow(
      'delay_time must be a whole number between 0 and 23',
    )
  })

  test('that is changed to hours, or to none, leaves nothing of what it was', () => {
    const { values } = create(delayed)
    expect(update(values, { delay_unit: 'hours' }).values).toMatchObject({
      delay_unit: 'hours',
      delay_time: 0,
    })
    expect(update(values, { delay: 'immediately' }).values).toMatchObject({
      delay_amount: 0,
      delay_unit: null,
      delay_time: 0,
    })
    expect(update(values, { name: 'x' }).values).toMatchObject(delayed)
  })
})

describe('a trigger', () => {
  const references = {
    campaign_open: 'trigger_campaign_to_open_id',
    campaign_click: 'trigger_campaign_to_click_id',
    autoresponder_open: 'trigger_autoresponder_to_open_id',
    autoresponder_nonopen: 'trigger_autoresponder_to_open_id',
    autoresponder_click: 'trigger_autoresponder_to_click_id',
    autoresponder_nonclick: 'trigger_autoresponder_to_click_id',
    autoresponder_send: 'trigger_autoresponder_to_send_id',
  }

  test.each(Object.entries(references))('%s asks for %s', (trigger, reference) => {
    expect(create({ trigger }).problems).toEqual([`${reference} cannot be blank`])
    expect(create({ trigger, [reference]: null }).problems).toEqual([`${reference} cannot be blank`])
  })

  test.each(triggers.filter((trigger) => !(trigger in references)))('%s asks for nothing', (trigger) => {
    expect(create({ trigger }).problems).toEqual([])
  })

  test('of a campaign keeps which, and a segment is kept whatever the trigger', () => {
    const fields = { trigger: 'campaign_open', trigger_campaign_to_open_id: 5, segmentation_criteria_id: 6 }
    const { values, problems } = create(fields)
    expect([values.trigger_campaign_to_open_id, values.segmentation_criteria_id, problems]).toEqual([
      5,
      6,
      [],
    ])
  })

  test('keeps no reference but its own, and the two flags only on subscription', () => {
    const { values } = create({
      trigger: 'autoresponder_open',
      trigger_autoresponder_to_open_id: 5,
      trigger_autoresponder_to_send_id: 6,
      trigger_run_on_api: true,
    })
    expect(values).toMatchObject({
      trigger_autoresponder_to_open_id: 5,
      trigger_autoresponder_to_send_id: null,
      trigger_run_on_api: false,
    })
    const after = update(values, { trigger: 'subscription', trigger_run_on_api: '1' })
    expect(after.values).toMatchObject({ trigger_autoresponder_to_open_id: null, trigger_run_on_api: true })
  })

  test('of clicks listens to the urls that are given, else to all', () => {
    const click = { trigger: 'autoresponder_click', trigger_autoresponder_to_click_id: 5 }
    const some = { ...click, trigger_autoresponder_to_click_urls: ['https://example.com/'] }
    const { values } = create(some)
    expect(create(click).values.trigger_click_on_any_url).toBe(true)
    expect(values).toMatchObject({
      trigger_click_on_any_url: false,
      trigger_click_urls: ['https://example.com/'],
    })
    expect(update(values, { name: 'x' }).values).toMatchObject({ trigger_click_on_any_url: false })
    expect(update(values, { trigger_autoresponder_to_click_on_any_url: true }).values).toMatchObject({
      trigger_click_on_any_url: true,
      trigger_click_urls: [],
    })
    expect(create({ ...click, trigger_autoresponder_to_click_on_any_url: false }).problems).toEqual([
      'trigger_autoresponder_to_click_urls cannot be empty',
    ])
  })
})

test('what would end a header line of a message is refused', () => {
  for (const attribute of ['from_name', 'content_subject']) {
    for (const end of ['\r\n', '\n', '\r', '\u0085', '\u2028']) {
      expect(() => create({ [attribute]: `Hello${end}Bcc: x@example.com` })).toThrow(
        `${attribute} must be a single line`,
      )
    }
  }
  expect(() => create({ from_email: 'a@example.com\r\nBcc: x@example.com' })).toThrow(
    'from_email is not a valid address',
  )
})

test('a bounce e-mail is both of its ids', () => {
  expect(create({ bounce_email_user_id: 1 }).problems).toEqual([
    'bounce_email_user_id and bounce_email_domain_id must be given together',
  ])
})

test('null takes away what can be absent and says nothing of the rest', () => {
  const { values } = create({
    from_name: 'Anna',
    from_email: 'a@example.com',
    url_domain_id: 3,
    track_opens: '0',
  })
  expect(
    update(values, { from_name: null, from_email: '', url_domain_id: null, track_opens: null }).values,
  ).toEqual({
    ...values,
    from_name: null,
    from_email: null,
    url_domain_id: null,
  })
})

test('the System Default Route is no route of its own', () => {
  expect(create({ virtual_mta_id: 0 }).values.virtual_mta_id).toBeNull()
})
