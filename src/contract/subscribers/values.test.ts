import { describe, expect, test } from 'vitest'
import { parseEmail, type EmailAddress } from '../values/email.ts'
import type { FieldRules } from '../lists/field-values.ts'
import { checkFields } from '../api/problems.ts'
import { changedSubscriber, newSubscriber, storedEmail, type SubscriberRules } from './values.ts'
import { subscriberCreateInput, subscriberUpdateInput } from './endpoints.ts'

function field(id: number, name: string, rules: Partial<FieldRules> = {}): FieldRules {
  return {
    id,
    name,
    field_type: 'text',
    required: false,
    minimum_length: null,
    maximum_length: null,
    minimum_value: null,
    maximum_value: null,
    options: [],
    ...rules,
  }
}

function rules(fields: FieldRules[] = [], more: Partial<SubscriberRules> = {}): SubscriberRules {
  return {
    has_format: false,
    has_confirmed: false,
    primary_key_custom_field_id: null,
    fields,
    zone: 'America/Chicago',
    ...more,
  }
}

function create(input: object, list = rules()) {
  return newSubscriber(checkFields(subscriberCreateInput, { email: 'a@example.com', ...input }), list)
}

function address(text: string): EmailAddress {
  const email = parseEmail(text)
  if (email === null) throw new Error(`${text} is no address`)
  return email
}

function update(before: ReturnType<typeof create>, input: object, list = rules()) {
  const email = address(before.email ?? before.key)
  return changedSubscriber(before, email, checkFields(subscriberUpdateInput, input), list)
}

describe('a new subscriber', () => {
  test('needs an address and nothing else', () => {
    expect(create({})).toMatchObject({
      key: 'a@example.com',
      email: null,
      status: 'active',
      subscribe_time: null,
      custom_fields: {},
    })
    expect(() => create({ email: undefined })).toThrow('email cannot be blank')
    expect(() => create({ email: null })).toThrow('email cannot be blank')
    expect(() => create({ email: ' ' })).toThrow('email cannot be blank')
    expect(() => create({ email: 'a@b@c' })).toThrow('email is not a valid address')
  })

  test('keeps the spelling of its address beside the key', () => {
    expect(create({ email: ' Anna@Example.COM ' })).toMatchObject({
      key: 'anna@example.com',
      email: 'Anna@Example.COM',
    })
  })

  test('has its times read in the time zone of the organization, numeric dates as month, day, year', () => {
    const made = create({
      subscribe_time: '03/11/1994',
      remove_time: '1994-03-11T14:30:47-06:00',
      confirm_time: 'March 11, 1994 14:30',
    })
    expect(made.subscribe_time?.toISOString()).toBe('1994-03-11T06:00:00.000Z')
    expect(made.remove_time?.toISOString()).toBe('1994-03-11T20:30:47.000Z')
    expect(made.confirm_time?.toISOString()).toBe('1994-03-11T20:30:00.000Z')
  })

  test('has the problems of times and custom fields told together', () => {
    const list = rules([field(1, 'City', { required: true }), field(2, 'Age', { field_type: 'number' })])
    expect(() => create({ subscribe_time: 'tomorrow', custom_fields: { age: 'old' } }, list)).toThrow(
      'subscribe_time must be a date and time such as 2026-12-31 09:00, Age must be a whole number, City is required',
    )
  })

  test('carries confirmed and email_format only where the list has them', () => {
    const input = { confirmed: '1', email_format: 'plaintext' }
    expect(create(input)).toMatchObject({ confirmed: null, email_format: null })
    expect(create(input, rules([], { has_format: true, has_confirmed: true }))).toMatchObject({
      confirmed: true,
      email_format: 'text',
    })
  })

  test('reads addresses of machines strictly and drops blank ones', () => {
    expect(create({ subscribe_ip: '2001:DB8:0:0::1', remove_ip: '' })).toMatchObject({
      subscribe_ip: '2001:db8::1',
      remove_ip: null,
    })
    expect(() => create({ subscribe_ip: '10.0.0.1/8' })).toThrow('subscribe_ip is not an IP address')
  })
})

describe('custom fields', () => {
  const list = rules([field(4, 'City'), field(5, 'Age', { field_type: 'number' }), field(12, '4')])

  test('are named by name without regard to case, or by id; a name goes before an id', () => {
    expect(create({ custom_fields: { CITY: 'Rome', 5: 40 } }, list).custom_fields).toEqual({
      4: 'Rome',
      5: 40,
    })
    expect(create({ custom_fields: { 4: 'x' } }, list).custom_fields).toEqual({ 12: 'x' })
  })

  test('take a plain value or the object of an answer', () => {
    const given = { City: { name: 'City', type: 'text', value: 'Rome' }, Age: { value: '40' } }
    expect(create({ custom_fields: given }, list).custom_fields).toEqual({ 4: 'Rome', 5: 40 })
  })

  test('that nobody knows are ignored, names of object members among them', () => {
    const given = JSON.parse('{"constructor":"x","toString":"x","unknown":"x","__proto__":{"value":"x"}}')
    expect(create({ custom_fields: given }, list).custom_fields).toEqual({})
    expect('value' in {}).toBe(false)
  })

  test('given twice are refused rather than chosen between', () => {
    expect(() => create({ custom_fields: { City: 'Rome', city: 'Oslo' } }, list)).toThrow(
      'City is given more than once',
    )
  })

  test('may be an empty array, as PHP writes an empty hash, and no other', () => {
    expect(create({ custom_fields: [] }, list).custom_fields).toEqual({})
    expect(() => create({ custom_fields: ['x'] }, list)).toThrow('custom_fields must be an object')
    expect(() => create({ custom_fields: 'x' }, list)).toThrow('custom_fields must be an object')
  })
})

describe('a change', () => {
  const list = rules([field(1, 'City'), field(2, 'Name', { required: true })])
  const before = create({ email: 'Anna@example.com', custom_fields: { City: 'Rome', Name: 'Anna' } }, list)

  test('leaves alone what it does not give', () => {
    expect(update(before, {}, list)).toEqual(before)
  })

  test('merges custom fields; null and "" clear one', () => {
    expect(update(before, { custom_fields: { Name: 'Eva' } }, list).custom_fields).toEqual({
      1: 'Rome',
      2: 'Eva',
    })
    for (const blank of [null, '', { value: null }]) {
      expect(update(before, { custom_fields: { City: blank } }, list).custom_fields).toEqual({ 2: 'Anna' })
    }
  })

  test('asks for a required field only where it is given', () => {
    const without = { ...before, custom_fields: {} }
    expect(update(without, { status: 'bounced' }, list).status).toBe('bounced')
    expect(() => update(without, { custom_fields: { Name: '' } }, list)).toThrow('Name is required')
  })

  test('takes a time away with null, and says nothing with a null status', () => {
    const dated = update(before, { subscribe_time: '2020-01-01', subscribe_ip: '10.0.0.1' }, list)
    expect(dated.subscribe_time).not.toBeNull()
    const cleared = update(dated, { subscribe_time: null, subscribe_ip: null, status: null }, list)
    expect(cleared).toMatchObject({ subscribe_time: null, subscribe_ip: null, status: 'active' })
  })
})

describe('a list whose key is a custom field', () => {
  const list = rules([field(9, 'Member', { required: true })], { primary_key_custom_field_id: 9 })

  test('tells subscribers apart by its value in lower case', () => {
    expect(create({ custom_fields: { Member: ' AB-1 ' } }, list)).toMatchObject({
      key: 'ab-1',
      email: 'a@example.com',
    })
  })

  test('follows a change of the value, not of the address', () => {
    const before = create({ custom_fields: { Member: 'AB-1' } }, list)
    expect(update(before, { email: 'b@example.com' }, list)).toMatchObject({
      key: 'ab-1',
      email: 'b@example.com',
    })
    expect(update(before, { custom_fields: { Member: 'C' } }, list)).toMatchObject({ key: 'c' })
  })

  test('takes numbers, and no value that cannot stand in an index', () => {
    const numbers = rules([field(9, 'Member', { field_type: 'number' })], { primary_key_custom_field_id: 9 })
    expect(create({ custom_fields: { Member: 7 } }, numbers).key).toBe('7')
    expect(() => create({}, numbers)).toThrow('Member cannot be blank')
    for (const value of ['x'.repeat(257), 'a\u001fb']) {
      expect(() => create({ custom_fields: { Member: value } }, list)).toThrow('Member must have at most 256')
    }
  })
})

test('an address outside ASCII is kept as the database can find it again', () => {
  expect(storedEmail(address('Anna@Äpfel.example'), 'member-1')).toBe('Anna@äpfel.example')
  expect(storedEmail(address('anna@ÄPFEL.example'), 'anna@äpfel.example')).toBeNull()
})
