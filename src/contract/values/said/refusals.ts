import { readerOf } from './reader.ts'

/**
 * Sentences of refusals that clients can say in another language: each form has a code, and its values are parameters.
 * `{name}` is a text, `{#name}` a number. Sentences that have no form are shown as they are.
 */
export const refusalForms = {
  blank: 'cannot be blank',
  empty: 'cannot be empty',
  taken: 'has already been taken',
  not_text: 'must be a string',
  not_whole: 'must be a whole number',
  not_number: 'must be a number',
  not_yes_or_no: 'must be true or false',
  too_long: 'must be at most {#number} characters long',
  too_short: 'must be at least {#number} characters long',
  too_many: 'must be at most {#number} elements',
  too_few: 'must be at least {#number} elements',
  too_heavy: 'must be at most {#number} MB',
  out_of_range: 'must be between {#from} and {#to}',
  too_large: 'must be at most {#number}',
  too_small: 'must be at least {#number}',
  no_option: 'must be one of the options: {options}',
  no_choice: 'must be one of {values}',
  invalid: 'is invalid',
  no_address: 'is not a valid address',
  no_email: 'is not a valid e-mail address',
  several_lines: 'must be a single line',
  control_characters: 'cannot contain carriage returns or other control characters',
  cannot_be_stored: 'contains a character that cannot be stored',
  no_date: 'must be a date such as {example}',
  no_time: 'must be a date and time',
  no_day: 'must be a day of the year such as {example}',
  no_hour: 'must be a time such as {example}',
  no_colour: 'must be a color such as {example}',
  no_domain: 'must be a domain such as {example}',
  reserved: 'is a reserved name',
  built_in: 'is the name of a built-in field',
  not_unique: 'must be unique',
  wrong: 'is wrong',
  password_is_address: 'cannot be the address',
  password_guessable:
    'is too easy to guess: choose four or more unrelated words, or let a password manager choose it; leave out names, the address and repeated words',
  link_used: 'is wrong, was used or has expired',
  code_used: 'is wrong or was used before',
  campaign_state: 'campaign cannot be {change}: it is {state}',
  import_state: 'subscriber import cannot be {change}: it is {state}',
  export_state: 'subscriber export cannot be {change}: it is {state}',
} as const

export const readRefusal = readerOf(refusalForms)
