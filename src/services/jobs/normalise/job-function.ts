/** The function of a job by its title and department: one of some twenty values, beside the words of the employer. */

import { rememberTexts } from '../../../core/text/remember.ts'
import type { JobFunction } from '../schema/vocabulary.ts'
import { fold } from './fold.ts'

/** The first rule that matches decides; special functions precede general ones. Words match at their beginning. */
const rules: readonly (readonly [JobFunction, string])[] = [
  [
    'Security',
    'security engineer|security analyst|security architect|infosec|cybersecurity|cyber security|appsec|penetration test|soc analyst|information security|security operations',
  ],
  [
    'Data',
    'data scien|data engineer|data analy|machine learning|ml engineer|ai engineer|ai research|business intelligence|bi analyst|analytics|statistician|deep learning|data architect|research scientist|applied scientist|datenanalys',
  ],
  [
    'Design',
    'designer|ux |ui |ux/ui|user experience|user research|product design|graphic|illustrator|art director|animator|creative director|gestalter',
  ],
  [
    'Product',
    'product manager|product owner|product management|head of product|product lead|produktmanager|chief product|product operations|technical product',
  ],
  [
    'Support',
    'customer support|technical support|support engineer|support specialist|help desk|helpdesk|service desk|it support|customer service|kundenservice|kundenbetreu|call center|customer care|customer experience',
  ],
  [
    'Customer Success',
    'customer success|client success|onboarding specialist|implementation|customer onboarding|solutions architect|solutions engineer|solution engineer|professional services|client partner',
  ],
  [
    'Sales',
    'sales|account executive|account manager|business development|sdr|bdr|vertrieb|verkauf|commercial|partnerships|partner manager|pre sales|presales|revenue|key account|außendienst|ventas|inside sales|channel manager',
  ],
  [
    'Marketing',
    'marketing|seo |sem |content |copywriter|brand|communications|public relations|social media|growth|demand generation|community manager|event manager|pr manager|editor',
  ],
  [
    'Legal and Compliance',
    'counsel|lawyer|attorney|legal|paralegal|compliance|privacy|regulatory|jurist|avocat',
  ],
  [
    'People',
    'recruit|talent|human resources|hr |people operations|people partner|people & culture|people ops|payroll|learning and development|compensation|personalreferent|personalwesen',
  ],
  [
    'Finance',
    'accountant|accounting|finance|financial|controller|controlling|tax |treasury|audit|bookkeep|buchhalt|fp&a|billing|accounts payable|accounts receivable|investor|actuar|underwrit|investment|credit analyst|trader|quant',
  ],
  [
    'Healthcare',
    'nurse|nursing|physician|clinical|therapist|pharmac|medical|dentist|dental|caregiver|psycholog|psychiatr|veterinar|pflege|radiolog|surgeon|patient|health aide|medicine|behavior technician|counselor',
  ],
  [
    'Education',
    'teacher|tutor|professor|lecturer|instructor|faculty|lehrer|educator|curriculum|principal of school|school|erzieher|teaching|academic',
  ],
  ['Research', 'scientist|research|laboratory|lab technician|biolog|chemist|postdoc|r&d'],
  [
    'Manufacturing',
    'manufacturing|production|machinist|welder|assembl|cnc|maintenance technician|mechanic|quality inspector|operator|fertigung|produktion|schlosser|schweißer|electrician|elektriker|technician|techniker|process engineer|plant manager|quality engineer',
  ],
  [
    'Construction and Trades',
    'construction|civil engineer|architect |surveyor|plumber|carpenter|hvac|roofer|installer|site manager|bauleiter|foreman|superintendent|estimator',
  ],
  [
    'Supply Chain',
    'supply chain|logistics|warehouse|procurement|purchasing|buyer|inventory|fulfillment|lager|logistik|einkauf|shipping|material handler|forklift|sourcing',
  ],
  [
    'Transport',
    'driver|fahrer|courier|pilot|dispatcher|fleet|truck|cdl|delivery associate|chauffeur|flight|aviation',
  ],
  [
    'Hospitality and Food',
    'chef|cook|barista|restaurant|waiter|waitress|server assistant|hotel|housekeep|kitchen|bartender|catering|food|host |hostess|koch|guest',
  ],
  [
    'Retail',
    'store manager|retail|cashier|shop assistant|merchandis|sales associate|store associate|stylist|beauty|filial',
  ],
  ['Security Services', 'security officer|security guard|loss prevention|wachmann'],
  [
    'Engineering',
    'engineer|developer|software|programmer|devops|sre|site reliability|full stack|fullstack|frontend|front end|backend|back end|architect|entwickler|développeur|desarrollador|qa |tester|quality assurance|ios|android|firmware|embedded|network|system admin|systems admin|sysadmin|database admin|cloud|technical lead|tech lead|cto|it administrator|ingenieur|ingeniero|ingénieur',
  ],
  [
    'Project Management',
    'project manager|program manager|programme manager|scrum|agile coach|project coordinator|delivery manager|pmo|projektleit|projektmanag|technical program',
  ],
  ['Consulting', 'consultant|consulting|advisor|berater|strategy|strategist'],
  [
    'Administration',
    'administrative|assistant|office manager|receptionist|secretary|executive assistant|clerk|data entry|coordinator|sekret|sachbearbeit|front desk',
  ],
  [
    'Operations',
    'operations|ops |chief of staff|general manager|business manager|facilit|chief operating|process|betrieb',
  ],
]

const beginnings = rules.map(([value, words]) => [value, words.split('|').map((word) => ` ${word}`)] as const)

const textMax = 200

/** The title first, since departments are broad; undefined if neither says it. */
export function toJobFunction(title: string, department: string | undefined): JobFunction | undefined {
  return functionOf(title) ?? (department === undefined ? undefined : functionOf(department))
}

const functionOf = rememberTexts((text): JobFunction | undefined => {
  const words = ` ${fold(text.slice(0, textMax)).replace(/[^\p{L}\p{N}&/]+/gu, ' ')} `
  return beginnings.find(([, starts]) => starts.some((start) => words.includes(start)))?.[0]
})
