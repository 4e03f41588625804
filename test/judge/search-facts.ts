/** The facts of the postings by which searches are judged: roles, places, skills, employers. All of our own making. */

export interface Role {
  readonly id: string
  /** Roles of one family are related. */
  readonly family: string
  readonly department: string
  /** Titles that mean this role, in English or as the employer writes it. */
  readonly titles: readonly string[]
  readonly de?: readonly string[]
  readonly nl?: readonly string[]
  readonly fr?: readonly string[]
  readonly skills: readonly string[]
}

const web = ['React', 'TypeScript', 'Node.js', 'Vue', 'GraphQL']
const servers = ['Rust', 'Go', 'Java', 'Kotlin', 'PostgreSQL', 'Kafka']
const clouds = ['Kubernetes', 'Terraform', 'AWS', 'Prometheus', 'Linux']
const data = ['Python', 'Spark', 'SQL', 'dbt', 'Airflow', 'Snowflake']

export const roles: readonly Role[] = [
  {
    id: 'software engineer',
    family: 'software',
    department: 'Engineering',
    titles: ['Software Engineer', 'Software Developer', 'SWE'],
    de: ['Softwareentwickler (m/w/d)', 'Software-Entwickler:in', 'Software Entwickler*in (m/w/d)'],
    nl: ['Softwareontwikkelaar', 'Software Ontwikkelaar'],
    fr: ['Développeur logiciel (H/F)', 'Développeuse logiciel'],
    skills: [...servers, ...web],
  },
  {
    id: 'frontend',
    family: 'software',
    department: 'Engineering',
    titles: ['Frontend Engineer', 'Front End Engineer', 'Front-End Developer', 'Frontend Developer'],
    de: ['Frontend-Entwickler (m/w/d)'],
    nl: ['Frontend Ontwikkelaar'],
    fr: ['Développeur front-end'],
    skills: web,
  },
  {
    id: 'backend',
    family: 'software',
    department: 'Engineering',
    titles: ['Backend Engineer', 'Back End Developer', 'Back-End Engineer'],
    de: ['Backend-Entwickler (m/w/d)'],
    nl: ['Backend Ontwikkelaar'],
    fr: ['Développeur back-end'],
    skills: servers,
  },
  {
    id: 'sre',
    family: 'infrastructure',
    department: 'Infrastructure',
    titles: ['Site Reliability Engineer', 'SRE', 'Site Reliability Engineer (SRE)'],
    skills: clouds,
  },
  {
    id: 'devops',
    family: 'infrastructure',
    department: 'Infrastructure',
    titles: ['DevOps Engineer', 'Dev Ops Engineer'],
    de: ['DevOps-Ingenieur (m/w/d)'],
    nl: ['DevOps Engineer'],
    fr: ['Ingénieur DevOps'],
    skills: clouds,
  },
  {
    id: 'data engineer',
    family: 'data',
    department: 'Data',
    titles: ['Data Engineer'],
    nl: ['Data Engineer'],
    fr: ['Ingénieur données'],
    skills: data,
  },
  {
    id: 'data scientist',
    family: 'data',
    department: 'Data',
    titles: ['Data Scientist'],
    fr: ['Data Scientist (H/F)'],
    skills: data,
  },
  {
    id: 'ml engineer',
    family: 'data',
    department: 'Data',
    titles: ['Machine Learning Engineer', 'ML Engineer'],
    skills: ['Python', 'PyTorch', 'Spark', 'Kubernetes'],
  },
  {
    id: 'qa engineer',
    family: 'quality',
    department: 'Engineering',
    titles: ['QA Engineer', 'Quality Assurance Engineer'],
    skills: ['Cypress', 'Selenium', 'Python'],
  },
  {
    id: 'product manager',
    family: 'product',
    department: 'Product',
    titles: ['Product Manager'],
    de: ['Produktmanager (m/w/d)', 'Produktmanagerin'],
    nl: ['Productmanager'],
    fr: ['Chef de produit (H/F)'],
    skills: ['SQL', 'Figma', 'Jira'],
  },
  {
    id: 'product designer',
    family: 'product',
    department: 'Design',
    titles: ['Product Designer', 'UX Designer', 'User Experience Designer'],
    skills: ['Figma', 'Sketch'],
  },
  {
    id: 'project manager',
    family: 'project',
    department: 'Operations',
    titles: ['Project Manager'],
    de: ['Projektleiter (m/w/d)', 'Projektmanager:in'],
    nl: ['Projectleider'],
    fr: ['Chef de projet (H/F)'],
    skills: ['Jira', 'Excel'],
  },
  {
    id: 'account executive',
    family: 'sales',
    department: 'Sales',
    titles: ['Account Executive', 'Account Executive, Mid-Market'],
    skills: ['Salesforce', 'Excel'],
  },
  {
    id: 'sdr',
    family: 'sales',
    department: 'Sales',
    titles: ['Sales Development Representative', 'SDR', 'Sales Development Representative (SDR)'],
    skills: ['Salesforce', 'HubSpot'],
  },
  {
    id: 'sales manager',
    family: 'sales',
    department: 'Sales',
    titles: ['Sales Manager', 'Regional Sales Manager'],
    de: ['Vertriebsleiter (m/w/d)'],
    fr: ['Responsable commercial'],
    skills: ['Salesforce', 'Excel'],
  },
  {
    id: 'customer success',
    family: 'customers',
    department: 'Customer Success',
    titles: ['Customer Success Manager', 'CSM'],
    skills: ['Salesforce', 'Zendesk'],
  },
  {
    id: 'recruiter',
    family: 'people',
    department: 'People',
    titles: ['Recruiter', 'Technical Recruiter'],
    skills: ['Greenhouse', 'Excel'],
  },
  {
    id: 'hr manager',
    family: 'people',
    department: 'People',
    titles: ['HR Manager', 'Human Resources Manager'],
    skills: ['Excel', 'Workday'],
  },
  {
    id: 'accountant',
    family: 'finance',
    department: 'Finance',
    titles: ['Accountant', 'General Ledger Accountant'],
    de: ['Buchhalter (m/w/d)', 'Buchhalterin'],
    nl: ['Boekhouder'],
    fr: ['Comptable (H/F)'],
    skills: ['Excel', 'SAP'],
  },
  {
    id: 'nurse',
    family: 'care',
    department: 'Nursing',
    titles: ['Registered Nurse', 'RN, Intensive Care', 'Registered Nurse (RN)'],
    de: ['Krankenschwester / Krankenpfleger (m/w/d)', 'Gesundheits- und Krankenpfleger:in'],
    nl: ['Verpleegkundige'],
    fr: ['Infirmier diplômé d’État (H/F)', 'Infirmière'],
    skills: ['Triage', 'Phlebotomy'],
  },
  {
    id: 'physiotherapist',
    family: 'care',
    department: 'Therapy',
    titles: ['Physiotherapist'],
    de: ['Physiotherapeut (m/w/d)'],
    nl: ['Fysiotherapeut'],
    fr: ['Kinésithérapeute'],
    skills: ['Rehabilitation'],
  },
  {
    id: 'truck driver',
    family: 'transport',
    department: 'Logistics',
    titles: ['Truck Driver', 'Truck Driver, Night Shift'],
    de: ['LKW-Fahrer (m/w/d)', 'Berufskraftfahrer'],
    nl: ['Vrachtwagenchauffeur'],
    fr: ['Chauffeur poids lourd'],
    skills: ['Tachograph'],
  },
  {
    id: 'warehouse',
    family: 'transport',
    department: 'Logistics',
    titles: ['Warehouse Associate'],
    de: ['Lagermitarbeiter (m/w/d)'],
    nl: ['Magazijnmedewerker'],
    fr: ['Préparateur de commandes'],
    skills: ['Forklift'],
  },
  {
    id: 'chef',
    family: 'kitchen',
    department: 'Kitchen',
    titles: ['Sous Chef', 'Chef de Partie', 'Head Chef'],
    de: ['Koch (m/w/d)'],
    nl: ['Zelfstandig werkend kok'],
    fr: ['Cuisinier (H/F)'],
    skills: ['Pastry'],
  },
  {
    id: 'electrician',
    family: 'trades',
    department: 'Facilities',
    titles: ['Electrician', 'Maintenance Electrician'],
    de: ['Elektriker (m/w/d)', 'Elektroniker für Betriebstechnik'],
    nl: ['Elektricien'],
    fr: ['Électricien (H/F)'],
    skills: ['PLC'],
  },
]

export const seniorities = ['', '', '', 'Senior', 'Senior', 'Junior', 'Lead', 'Staff'] as const

export interface City {
  readonly city: string
  readonly region?: string
  readonly country: string
  readonly language: 'en' | 'de' | 'nl' | 'fr'
}

export const cities: readonly City[] = [
  { city: 'London', region: 'ENG', country: 'GB', language: 'en' },
  { city: 'Manchester', region: 'ENG', country: 'GB', language: 'en' },
  { city: 'Dublin', region: 'L', country: 'IE', language: 'en' },
  { city: 'New York', region: 'NY', country: 'US', language: 'en' },
  { city: 'San Francisco', region: 'CA', country: 'US', language: 'en' },
  { city: 'Austin', region: 'TX', country: 'US', language: 'en' },
  { city: 'Chicago', region: 'IL', country: 'US', language: 'en' },
  { city: 'Toronto', region: 'ON', country: 'CA', language: 'en' },
  { city: 'Sydney', region: 'NSW', country: 'AU', language: 'en' },
  { city: 'Berlin', region: 'BE', country: 'DE', language: 'de' },
  { city: 'Munich', region: 'BY', country: 'DE', language: 'de' },
  { city: 'Hamburg', region: 'HH', country: 'DE', language: 'de' },
  { city: 'Cologne', region: 'NW', country: 'DE', language: 'de' },
  { city: 'Amsterdam', region: 'NH', country: 'NL', language: 'nl' },
  { city: 'Rotterdam', region: 'ZH', country: 'NL', language: 'nl' },
  { city: 'Paris', region: 'IDF', country: 'FR', language: 'fr' },
  { city: 'Lyon', region: 'ARA', country: 'FR', language: 'fr' },
  { city: 'Pristina', country: 'XK', language: 'en' },
]

/** Some names are words of titles or of descriptions too. */
export const companies = [
  'Nordwind GmbH',
  'Harbour Logistics Ltd',
  'Beacon Health',
  'Bluefin Payments',
  'Quarry',
  'Meridian Data Inc',
  'Alder & Finch',
  'Lumen Foods',
  'Kestrel Robotics',
  'Saltmarsh Clinics',
  'Tandem Software',
  'Copperline Energy',
  'Project Atlas',
  'Juniper Kitchens',
  'Orbital Freight',
  'Stadtwerke Elbtal',
  'Maison Verdier',
  'De Vries Zorg',
  'Thistle Bank',
  'Pinewood Schools',
]
