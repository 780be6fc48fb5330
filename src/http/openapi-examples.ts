const user = {
  full_name: 'Ann Example',
  email: 'ann@example.com',
  active: true,
  role: 'standard',
  permissions: { subscriber: ['read', 'create', 'update'], campaign: ['create', 'update', 'send'] },
}

/** A body that works, by the id of the endpoint: what the reference page offers to send. Tests check each. */
export const requestExamples: Record<string, object> = {
  createSubscriberImport: {
    begins_at: 'now',
    overwrite: true,
    column_mapping: ['email', 'subscribe_time'],
    file_source: {
      type: 'json',
      content: 'Email,Joined\nann@example.com,2024-05-01\nbob@example.com,2024-05-02\n',
    },
    file_format: { csv_has_headers: true, character_set: 'utf-8', date_format: 'mdy' },
  },
  createMailingList: { name: 'Newsletter', d_from_name: 'Example', d_from_email: 'news@example.com' },
  updateMailingList: { name: 'Monthly newsletter' },
  createCustomField: { name: 'First name', field_type: 'text', maximum_length: 50 },
  createGlobalCustomField: {
    name: 'Language',
    field_type: 'select_single_dropdown',
    options: ['English', 'German'],
  },
  updateCustomField: { instructions: 'As the person writes it.' },
  promoteCustomField: { custom_field_id: 1 },
  createSubscriber: { email: 'ann@example.com', status: 'active', custom_fields: { 'First name': 'Ann' } },
  updateSubscriber: { status: 'unsubscribed' },
  createAutoresponder: {
    name: 'Welcome',
    trigger: 'subscription',
    content_subject: 'Welcome',
    content_format: 'text',
    content_text: 'Good that you are here.',
  },
  updateAutoresponder: { paused: true },
  createUser: user,
  createUserOfOrganization: user,
  updateUser: { active: false },
  updateUserOfOrganization: { active: false },
  createSession: { email: 'ann@example.com', password: 'correct horse battery' },
  createPasswordReset: { email: 'ann@example.com' },
  setPassword: {
    token: '2.qk0ZgS5cN0r1dHnq3mXo7VtYb8uJw4EaPfLx6GiTzKs',
    password: 'correct horse battery',
  },
  confirmTotp: { code: '287082' },
  deleteTotp: { code: '287082' },
  createApiKey: { name: 'Web shop' },
  updateApiKey: { name: 'Web shop, old', active: false },
  rotateApiKey: { overlap_seconds: 3600 },
  createOrganizationApiKey: { name: 'First key', role: 'organization_admin' },
  updateOrganizationApiKey: { expires_at: '2099-12-31T23:59:59Z' },
  rotateOrganizationApiKey: { overlap_seconds: 0 },
}
