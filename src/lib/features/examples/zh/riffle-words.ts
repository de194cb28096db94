// The field survey in Chinese. No place, person or measurement in it is real.

import type { RiffleWords } from '#lib/features/examples/riffle.ts';

export const riffleWords: RiffleWords = {
	title: '村级污水厂排口上下游急流段底栖动物',
	goal: {
		own:
			'村级污水厂（约 900 人口当量）的尾水，是否使排口下游第一处急流段的敏感科减少？\n\n' +
			'ASPT 相差**大于 0.5** 才算有影响：去年同一条溪上两处对照急流段之间的差别就有这么大。',
	},
	strategy: {
		offered:
			'1. 在排口上游 150 m 与下游 100 m 各选一处急流段配对，宽度、水深、底质和遮阴相近。\n' +
			'2. 每处采两个三分钟的踢网样，另加一分钟手拣；先对照后受纳，十天之内、水情相近时完成。\n' +
			'3. 全样鉴定到科。比较 ASPT 和 EPT 科数；BMWP 随采样强度增加，只作参考。\n' +
			'4. 采样当天在两处测定溶解氧、电导率和氨氮。',
		thought:
			'研究目标已给出判定阈值，策略只需保证采样强度和生境一致。ASPT 受采样强度影响最小；当天的水质可以把排口的影响与枯水区分开。',
		edited: {
			passage: '两个三分钟的踢网样',
			instead: '三个三分钟的踢网样（只采两个时，坏一瓶就损失一半证据）',
		},
	},
	control: '对照，排污口上游',
	impact: '受纳，排污口下游',
	normalFlow: '平水',
	sizeClasses: ['漂石', '卵石', '砾石', '砂', '淤泥'],
	positions: ['左', '中', '右'],
	ethanol70: '70 % 乙醇',
	ethanol96: '96 % 乙醇',
	family: '科',
	sure: '确定',
	likely: '可能',
	families: [
		'扁蜉科 Heptageniidae',
		'四节蜉科 Baetidae',
		'小蜉科 Ephemerellidae',
		'卷襀科 Leuctridae',
		'网襀科 Perlodidae',
		'原石蛾科 Rhyacophilidae',
		'纹石蛾科 Hydropsychidae',
		'毛石蛾科 Sericostomatidae',
		'溪泥甲科 Elmidae',
		'钩虾科 Gammaridae',
		'蚋科 Simuliidae',
		'摇蚊科 Chironomidae',
		'寡毛纲 Oligochaeta',
	],
	mistaken: '叉襀科 Nemouridae',
	describeRemarks: '左岸桤木，右岸为刈割草地。上端以上 40 m 有一处牲畜饮水点，开春后已围栏。未见藻垫。',
	describeConclusion: {
		own:
			'卵石和砾石占河床的 75 %，平均水深 18.5 cm，与首次踏勘时目测的排口下游急流段相近。' +
			'牲畜饮水点已围栏，现已干涸；保留此处作为对照，若动物组成出乎意料，再复查砂的比例。',
	},
	kickWhy: '对照河段已描述完毕，尚无人下水，现在即可采样。水质可在同一次到访中随后测定。',
	kickThought: '策略与方案一致：三个平行样，各踢三分钟，网目 0.5 mm。固定液默认为 70 % 乙醇，满足计数需要。',
	kickSkipped: '样品挑拣之前无可下结论。网中所见已写在备注里。',
	kickNote:
		'未用建议的 70 % 乙醇，改用 96 %：襀翅目要留作条形码测序。C-2 中有两尾杜父鱼，已放回。C-3 中一只毛石蛾的巢是空的，不计数。',
	chemistryBranch: '对照河段当次水质',
	chemistryRemarks: '水清，无异味。测后电导率标准液读数 146 µS/cm，标称 147。',
	chemistryConclusion: {
		own:
			'溶解氧接近饱和（98 %），氨氮 0.03 mg/L，属于未受生活污水影响的草甸溪流的水平。' +
			'对照急流段的水质不足以使任何敏感科缺失。待受纳河段采样当天测定后再作比较。',
	},
	countSkipped: '沿用方案默认值：鉴定到科，全样挑拣，目标 300 头。',
	countRemarks: '初次计数。翅芽狭长的小型襀翅目稚虫记为叉襀科。',
	countCorrected:
		'经第二人复核更正：22 头小型襀翅目稚虫为卷襀科（翅芽与体轴平行，颈部无鳃）。个体数不变，BMWP 由 82 升至 85。',
	countConclusion: {
		offered:
			'对照急流段共 327 头，13 科，其中 EPT 8 科；BMWP 为 85，**ASPT 为 6.54**。三瓶均全样挑拣，个体数超过 200 的下限，可以作为对照。\n\n' +
			'若排口有影响，应首先表现在扁蜉科（46）、卷襀科（22）和网襀科（6）。按研究目标，受纳急流段的 ASPT 低于 6.04 即为有差异。',
		thought: null,
	},
	impactWhy: '对照已有有效计数，配对采样的十天期限正在计时。受纳河段须先描述，再踢网。',
	impactNote: '桥下水尺低于 45 cm 才下去，昨晚为 38 cm。带 5 m 测绳，2 m 的已经断了。',
};
