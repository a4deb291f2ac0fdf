BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0017');
CREATE TABLE block (
	user_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_block PRIMARY KEY (user_id, blocked_id)
)
 WITHOUT ROWID

;
INSERT INTO "block" VALUES(1456074443980800094,1456074443980800097,1767225692.0);
CREATE TABLE claim (
	interaction_id BIGINT NOT NULL, 
	session INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_claim PRIMARY KEY (interaction_id)
)
 WITHOUT ROWID

;
CREATE TABLE daily_place (
	day INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_daily_place PRIMARY KEY (day, guild_id, user_id)
)
 WITHOUT ROWID

;
INSERT INTO "daily_place" VALUES(20454,1456074443980800090,1456074443980800095);
CREATE TABLE daily_try (
	day INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	match_id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	gave_up BOOLEAN NOT NULL, 
	CONSTRAINT pk_daily_try PRIMARY KEY (day, user_id), 
	CONSTRAINT fk_daily_try_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "daily_try" VALUES(20454,1456074443980800094,13,1767225692.0,0);
INSERT INTO "daily_try" VALUES(20454,1456074443980800095,14,1767225692.0,0);
CREATE TABLE ending (
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	verdict TEXT, 
	CONSTRAINT pk_ending PRIMARY KEY (match_id), 
	CONSTRAINT fk_ending_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "ending" VALUES(1,1,1767225600.0,'counts');
INSERT INTO "ending" VALUES(2,2,1767225600.0,'counts');
CREATE TABLE hand (
	match_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	deal INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_hand PRIMARY KEY (match_id, user_id), 
	CONSTRAINT fk_hand_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "hand" VALUES(1,1456074443980800094,1456074443980800102,1456074443980800109,1,0);
INSERT INTO "hand" VALUES(1,1456074443980800095,1456074443980800101,1456074443980800105,1,0);
INSERT INTO "hand" VALUES(1,1456074443980800096,1456074443980800100,1456074443980800107,1,0);
INSERT INTO "hand" VALUES(2,1456074443980800094,1456074443980800102,1456074443980800147,1,0);
INSERT INTO "hand" VALUES(2,1456074443980800095,1456074443980800101,1456074443980800145,1,0);
INSERT INTO "hand" VALUES(3,1456074443980800094,1456074443980800102,1456074443980800174,1,0);
INSERT INTO "hand" VALUES(3,1456074443980800095,1456074443980800101,1456074443980800172,1,0);
INSERT INTO "hand" VALUES(4,1456074443980800094,1456074443980800102,1456074443980800242,2,15);
INSERT INTO "hand" VALUES(4,1456074443980800096,1456074443980800100,1456074443980800247,2,15);
INSERT INTO "hand" VALUES(4,1456074443980800097,1456074443980800220,1456074443980800244,2,15);
INSERT INTO "hand" VALUES(5,1456074443980800094,1456074443980800102,1456074443980800268,1,0);
INSERT INTO "hand" VALUES(5,1456074443980800095,1456074443980800101,1456074443980800270,1,0);
INSERT INTO "hand" VALUES(5,1456074443980800096,1456074443980800100,1456074443980800264,1,0);
INSERT INTO "hand" VALUES(6,1456074443980800094,1456074443980800102,1456074443980800313,1,0);
INSERT INTO "hand" VALUES(6,1456074443980800095,1456074443980800101,1456074443980800311,1,0);
INSERT INTO "hand" VALUES(7,1456074443980800094,1456074443980800102,1456074443980800356,1,0);
INSERT INTO "hand" VALUES(7,1456074443980800095,1456074443980800101,1456074443980800358,1,0);
INSERT INTO "hand" VALUES(7,1456074443980800096,1456074443980800100,1456074443980800360,1,0);
INSERT INTO "hand" VALUES(8,1456074443980800095,1456074443980800101,1456074829856768020,1,0);
INSERT INTO "hand" VALUES(8,1456074443980800096,1456074443980800100,1456074829856768024,1,0);
INSERT INTO "hand" VALUES(8,1456074443980800097,1456074443980800220,1456074829856768018,1,0);
INSERT INTO "hand" VALUES(9,1456074443980800094,1456074443980800102,1456074829856768047,1,0);
INSERT INTO "hand" VALUES(9,1456074443980800095,1456074443980800101,1456074829856768049,1,0);
INSERT INTO "hand" VALUES(9,1456074443980800096,1456074443980800100,1456074829856768053,1,0);
INSERT INTO "hand" VALUES(10,1456074443980800094,1456074443980800102,1456074829856768093,1,0);
INSERT INTO "hand" VALUES(10,1456074443980800095,1456074443980800101,1456074829856768091,1,0);
INSERT INTO "hand" VALUES(10,1456074443980800096,1456074443980800100,1456074829856768089,1,0);
INSERT INTO "hand" VALUES(13,1456074443980800094,1456074443980800102,1456074829856768126,1,0);
INSERT INTO "hand" VALUES(15,1456074443980800094,1456074443980800102,1456074829856768154,1,0);
INSERT INTO "hand" VALUES(15,1456074443980800095,1456074443980800101,1456074829856768157,1,0);
CREATE TABLE invitation (
	match_id INTEGER NOT NULL, 
	target_id BIGINT NOT NULL, 
	inviter_id BIGINT NOT NULL, 
	at DOUBLE NOT NULL, 
	call TEXT NOT NULL, 
	told BOOLEAN NOT NULL, 
	CONSTRAINT pk_invitation PRIMARY KEY (match_id, target_id), 
	CONSTRAINT fk_invitation_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "invitation" VALUES(12,1456074443980800096,1456074443980800095,1767225692.0,'table',1);
INSERT INTO "invitation" VALUES(12,1456074443980800097,1456074443980800095,1767225692.0,'table',1);
CREATE TABLE league (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	options TEXT NOT NULL, 
	locale TEXT NOT NULL, 
	opened DOUBLE NOT NULL, 
	weeks INTEGER NOT NULL, 
	week INTEGER NOT NULL, 
	told INTEGER NOT NULL, 
	ended DOUBLE
);
INSERT INTO "league" VALUES(1,1456074443980800090,1456074443980800093,'nimbly','{"deals":null,"target":null,"par":false}','en-US',1767225692.0,2,1,1,NULL);
CREATE TABLE lease (
	name TEXT NOT NULL, 
	process TEXT NOT NULL, 
	CONSTRAINT pk_lease PRIMARY KEY (name), 
	CONSTRAINT fk_lease_process FOREIGN KEY(process) REFERENCES process (name) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE "match" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	version INTEGER NOT NULL, 
	published INTEGER NOT NULL, 
	status TEXT NOT NULL, 
	game TEXT NOT NULL, 
	rules_version INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	opener_id BIGINT NOT NULL, 
	locale TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	members TEXT NOT NULL, 
	created DOUBLE NOT NULL, 
	touched DOUBLE NOT NULL, 
	entropy TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	moves INTEGER NOT NULL, 
	deadline DOUBLE, 
	votes TEXT NOT NULL, 
	rated BOOLEAN NOT NULL, 
	state TEXT NOT NULL, 
	terms TEXT DEFAULT '{}' NOT NULL, 
	pauses TEXT DEFAULT '[]' NOT NULL, 
	by_token BOOLEAN DEFAULT 0 NOT NULL, 
	follows BIGINT, 
	door TEXT DEFAULT '{}' NOT NULL, 
	thread_id BIGINT, 
	thread_gone BOOLEAN DEFAULT 0 NOT NULL, 
	closed_for TEXT DEFAULT '' NOT NULL, 
	proposal TEXT, 
	series TEXT DEFAULT '' NOT NULL, 
	home TEXT
);
INSERT INTO "match" VALUES(1,51,51,'over','cloud_nine',1,'{"deals":1,"target":null}',1456074443980800090,1456074443980800093,1456074443980800094,'en',X'D453FB1D2BC3C82FF047F50A54B0D4F7B22106E299641F19D987699DF7A22C67','[{"key":"1456074443980800094","name":"Ada","joined":"9000","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800096","name":"Cleo","joined":"9002","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800095","name":"Ben","joined":"9001","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225600.0,1767225600.0,'1456074443980800094:9000
1456074443980800095:9001
1456074443980800096:9002
start:9999',X'AD0AB25DDF6211ACA0BA1770069AFB50B7B782D7E457F94A242406F7F89FC798',45,NULL,'[]',1,'{"deals":1,"target":null,"chance":{"seed":"ad0ab25ddf6211aca0ba1770069afb50b7b782d7e457f94a242406f7f89fc798"},"deal":1,"dealer":3,"points":[[60,68,46]],"last":{"clouds":["KS TS 9S 6S 6H 9D 7D 6C 2C","JS 8S 3S JH 8H 2H AC QC 9C","JK 7H AD KD QD 2D TC 8C 4C"],"hands":["5S 4S 2S 8D 5D 3D KC 7C 5C","JK QH TH 9H 4H 3H JD TD 4D","AS QS 7S AH KH 5H 6D JC 3C"]},"phase":"over","turn":0,"hands":["5S 4S 2S 8D 5D 3D KC 7C 5C","JK1 QH TH 9H 4H 3H JD TD 4D","AS QS 7S AH KH 5H 6D JC 3C"],"clouds":["KS TS 9S 6S 6H 9D 7D 6C 2C","JS 8S 3S JH 8H 2H AC QC 9C","JK2 7H AD KD QD 2D TC 8C 4C"],"stock":"","trick":{"number":9,"leader":3,"cards":"TC 8H 6H","taken":"TC 6H 8H","ranking":[3,1,2]},"last_trick":{"number":8,"leader":1,"cards":"JH AD 9S","taken":"9S JH AD","ranking":[1,2,3]}}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(2,48,48,'over','balloon',1,'{"target":20,"redeal":true,"odds":true,"two":false}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'FA7A0ED63F5477F6CFF6ED90C49124D013C9367ECEB9E263C29FF1836BDBE149','[{"key":"1456074443980800095","name":"Ben","joined":"1456074443980800138","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800094","name":"Ada","joined":"1456074443980800129","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":true,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"house:1","name":"Stratus","joined":"","level":"normal","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":"careful"}]',1767225600.0,1767225600.0,'1456074443980800094:1456074443980800129
1456074443980800095:1456074443980800138
start:1456074443980800141',X'B60DB2808D71E93CF7115FC5C732CDCBFF41F6577B764CE14D0A482BBB4D360D',42,NULL,'[]',1,'{"seats":3,"target":20,"redeal":true,"odds":true,"chance":{"seed":"b60db2808d71e93cf7115fc5c732cdcbff41f6577b764ce14d0a482bbb4d360d"},"trip":5,"throws":15,"shuffles":1,"phase":"over","turn":0,"pilot":2,"cloud":3,"dice":"-Y","aboard":4,"hands":["R08 G08 P10 Y08","R13 R15 G13 G18 P16","G10 Y18"],"pile":"Y15 P09 Y14 P04 G11 P06 G14 Y01 Y02 Y04 R18 R02 Y06 P02 P05 Y03 Y13 G17 R17 Y07 G09 R07 P15 G06 W2 P13 W3 P12 R11 W1 P17 P03 G07 R14 R06 G05 G02 G04 Y09 G12 R03 G03 G15 Y10 Y11 Y16","discards":"R01 R04 R05 R09 R10 R12 R16 G01 G16 P01 P07 P08 P11 P14 P18 Y05 Y12 Y17 W4","scores":[8,13,20],"jumps":[2,0,3],"flight":{"pilot":3,"cloud":2,"paid":"R"},"points":[[0,1,0],[6,4,9],[0,6,6],[0,2,1],[2,0,4]],"last":{"ending":"fall","pilot":2,"cloud":3,"dice":"-Y","paid":"","jumps":[2,0,3]}}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074443980800130,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(3,29,29,'playing','cloud_nine',1,'{"deals":3,"target":null}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'4ECF08ED416A1F12D050AF464F6403E6EAD4504EBFDAB05EF12CA0B4579FDD9E','[{"key":"house:1","name":"Cumula","joined":"","level":"normal","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":"bold"},{"key":"1456074443980800095","name":"Ben","joined":"1456074443980800165","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800094","name":"Ada","joined":"1456074443980800161","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":1767226200.0,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225600.0,1767225600.0,'1456074443980800094:1456074443980800161
1456074443980800095:1456074443980800165
start:1456074443980800168',X'351D1D35DB5DD4D73289C049D0076078E5529E67EE576F5865D2345371A06983',26,1767226050.0,'[]',1,'{"deals":3,"target":null,"chance":{"seed":"351d1d35db5dd4d73289c049d0076078e5529e67ee576f5865d2345371a06983"},"deal":1,"dealer":3,"points":[],"last":null,"phase":"play","turn":3,"hands":["JK1 2S 8H 6H 4H 2H 9D 2D 7C","AS 7S QH 9H 5H 8D 7D 5D 2C","JK2 8S 6S 5S KD TD 4D AC QC"],"clouds":["TS 9S 3S QD JC","JS 7H AD TC 6C","4S JH KC 9C 3C"],"stock":"TH JD AH 3H QS KH 8C KS 3D 5C 6D 4C","trick":{"number":6,"leader":3,"cards":"","taken":"","ranking":[]},"last_trick":{"number":5,"leader":2,"cards":"7H 3S 3C","taken":"7H 3S 3C","ranking":[2,1,3]}}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074443980800162,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(4,29,29,'playing','nimbly',1,'{"deals":null,"target":null,"par":false}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'99273BE6BFEA2A8A53CFD399EAD144C0A5DF08AAC3BE6F06F24802EDAC7815B2','[{"key":"1456074443980800097","name":"Dora","joined":"1456074443980800218","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800096","name":"Cleo","joined":"1456074443980800215","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":1767226200.0,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800094","name":"Ada","joined":"1456074443980800203","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225600.0,1767225600.0,'1456074443980800094:1456074443980800203
1456074443980800096:1456074443980800215
1456074443980800097:1456074443980800218
start:1456074443980800222',X'876B6CB520AAAE13E191A169887E6FEDAA2EBB550E521823E93744E789E3A767',25,1767226050.0,'[]',1,'{"deals":3,"target":null,"chance":{"seed":"876b6cb520aaae13e191a169887e6fedaa2ebb550e521823e93744e789e3a767"},"deal":2,"dealer":1,"points":[[24,40,40]],"last":{"hands":["KS QS 7S JH TH 8H 6D 8C 7C","JS TS 7H 6H AD AC KC QC 6C","AS 9S 8S 6S KD TD 7D TC 9C"],"par":null},"par":false,"turn":2,"rows":["7H KC 7S","KS",""],"hands":["AS 6S TH 9H KD AC JC TC 6C","JS KH QH 8D 6D QC 9C","QS 8S JH AD JD TD 8C"],"aside":"TS 9S AH 8H 6H QD 9D 7D 7C","drawn":[3,"C","TD"]}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074443980800204,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(5,29,29,'playing','balloon',1,'{"target":50,"redeal":true,"odds":true,"two":false}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'F91ED670F7B9D37D21DEEB3A260907F9EA413B0C9DECDDD93AB0E0BE343142D7','[{"key":"1456074443980800095","name":"Ben","joined":"1456074443980800256","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800094","name":"Ada","joined":"1456074443980800240","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800096","name":"Cleo","joined":"1456074443980800259","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":1767226200.0,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225600.0,1767225600.0,'1456074443980800094:1456074443980800240
1456074443980800095:1456074443980800256
1456074443980800096:1456074443980800259
start:1456074443980800262',X'6932540EED4CF1E98598AC7644B7290DC0191ED8250979769D5818E3863EC0C7',25,1767226050.0,'[]',1,'{"seats":3,"target":50,"redeal":true,"odds":true,"chance":{"seed":"6932540eed4cf1e98598ac7644b7290dc0191ed8250979769d5818e3863ec0c7"},"trip":4,"throws":10,"shuffles":1,"phase":"pay","turn":3,"pilot":3,"cloud":3,"dice":"--","aboard":8,"hands":["R12 R16 G12 P01 Y01 Y07","P02 P07 P14 P17 Y02 Y10 W3","R10 R11 G04 G16 G18"],"pile":"P09 Y16 G05 Y03 Y17 R17 P13 G10 P04 R03 P10 R08 Y05 Y14 G15 G17 Y06 G11 R18 G07 G08 G01 R02 P15 P05 Y12 P18 R14 P16 G14 R05 R13 G02 Y08 R01 Y04 G09 W1 Y09 Y18 R04 P08 W2 R09 P06 P12 G06 W4 P11","discards":"R06 R07 R15 G03 G13 P03 Y11 Y13 Y15","scores":[6,4,5],"jumps":[1,1,0],"flight":{"pilot":3,"cloud":2,"paid":"YY"},"points":[[4,1,1],[0,2,4],[1,0,0]],"last":{"ending":"fall","pilot":2,"cloud":1,"dice":"R-","paid":"","jumps":[1,0,0]}}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074443980800241,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(6,28,28,'playing','clumond',1,'{"ante":2,"deals":9,"scoring":"chips"}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'7047E44040C059B93D1418A095FD38A7F7D83639FAD75F6384F8DEEC9156D2D2','[{"key":"1456074443980800094","name":"Ada","joined":"1456074443980800293","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"house:1","name":"Fog","joined":"","level":"normal","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":"careful"},{"key":"1456074443980800095","name":"Ben","joined":"1456074443980800306","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":1767226200.0,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225600.0,1767225600.0,'1456074443980800094:1456074443980800293
1456074443980800095:1456074443980800306
start:1456074443980800309',X'284A898BC6529641D9F71C667E2F6E008F7DE4443E561A8A18BC41DB2CD92E3A',25,1767226050.0,'[]',1,'{"deals":9,"chance":{"seed":"284a898bc6529641d9f71c667e2f6e008f7de4443e561a8a18bc41db2cd92e3a"},"deal":1,"dealer":3,"points":[],"last":null,"ante":2,"scoring":"chips","pot":6,"phase":"play","turn":3,"hands":["JH 7H 6H KD JD 9D 7D 4C","7S 6S KH 9H 6D 5D 8C 7C","QS 2S QH 4H 2H KC 9C 5C"],"tricks":[1,3,4],"declarer":1,"trumps":"H","trick":{"number":9,"leader":3,"cards":"","winner":0},"last_trick":{"number":8,"leader":2,"cards":"8H AH 3H","winner":3}}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074443980800294,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(7,7,7,'playing','cloud_nine',1,'{"deals":3,"target":null}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'540AA49F08B41DF7F4EFA1096ADC17F57EE85F583A5E91E6574C868D5D40DD34','[{"key":"1456074443980800096","name":"Cleo","joined":"1456074443980800349","level":"","away":true,"acted":1767225600.0,"dm":true,"late":true,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800094","name":"Ada","joined":"1456074443980800330","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800095","name":"Ben","joined":"1456074443980800346","level":"","away":false,"acted":1767225600.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225600.0,1767225692.0,'1456074443980800094:1456074443980800330
1456074443980800095:1456074443980800346
1456074443980800096:1456074443980800349
start:1456074443980800352',X'11AE8B3C23E1C01568CFACBA4738CACF8E19699C16B6F1761B2FFC2566DB2B24',0,1767225692.0,'[]',1,'{"deals":3,"target":null,"chance":{"seed":"11ae8b3c23e1c01568cfacba4738cacf8e19699c16b6f1761b2ffc2566db2b24"},"deal":1,"dealer":3,"points":[],"last":null,"phase":"play","turn":1,"hands":["KS QS 7S QH JD AC 8C 7C 6C","JK2 9S 6S 5S 5H KD 9D 5D 4C","JS 2S TH 7H 4H 3H AD TD 2D"],"clouds":["","",""],"stock":"JC 4D TS 2C AS 7D 3D KH 6D 8H 5C AH JK1 8S 4S QC KC 2H 8D 9C 9H QD TC 3S JH 3C 6H","trick":{"number":1,"leader":1,"cards":"","taken":"","ranking":[]},"last_trick":null}','{"hints":true,"clock":60,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074443980800331,0,'','{"number":6,"yes":[1456074443980800094],"clock":90,"bank":180,"hints":true,"until":1767226292.0}','',NULL);
INSERT INTO "match" VALUES(8,9,9,'playing','nimbly',1,'{"deals":null,"target":null,"par":false}',1456074443980800090,1456074443980800093,1456074443980800096,'en-US',X'005914D78546E4E07E054886A428BBCAD479A4190205EE1289B5EE57EAC267A6','[{"key":"1456074443980800096","name":"Cleo","joined":"1456074829856768006","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800097","name":"Dora","joined":"1456074829856768013","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":1767226292.0,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800095","name":"Ben","joined":"1456074829856768010","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225692.0,1767225692.0,'1456074443980800095:1456074829856768010
1456074443980800096:1456074829856768006
1456074443980800097:1456074829856768013
start:1456074829856768016',X'5E7E4288BBB0A2424B41075474425206A405D892E11AEF39D4CA1EC3128E82E4',4,NULL,'[]',1,'{"deals":3,"target":null,"chance":{"seed":"5e7e4288bbb0a2424b41075474425206a405d892e11aef39d4ca1ec3128e82e4"},"deal":1,"dealer":3,"points":[],"last":null,"par":false,"turn":2,"rows":["JD KD 6C AD 7S TH 8H","AS 6H","9D JS TD QH 8S KC 7C AH"],"hands":["KS 9H 8D 7D 6D","6S JH","QC JC 9C"],"aside":"QS TS 9S KH 7H QD AC TC 8C","drawn":[1,"AAB","7D KS 8D"]}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[{"why":"moderator","since":1767225692.0,"by":1456074443980800099,"missing":[]}]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074829856768007,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(9,12,12,'playing','clumond',1,'{"ante":2,"deals":9,"scoring":"chips"}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'A985AD3601F89FE828686FC9E264FF4A02711C026C9F7F7B8C891E65BAAE248F','[{"key":"1456074443980800094","name":"Ada","joined":"1456074829856768035","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800095","name":"Ben","joined":"1456074829856768039","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":1767226292.0,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800096","name":"Cleo","joined":"1456074829856768042","level":"","away":true,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225692.0,1767225692.0,'1456074443980800094:1456074829856768035
1456074443980800095:1456074829856768039
1456074443980800096:1456074829856768042
start:1456074829856768045',X'8D1A8D2BF51F787BB959BF4760F1973C8C677A0E0E4BF8CE99855DE530CAC7A9',6,1767226142.0,'[1456074443980800094]',1,'{"deals":9,"chance":{"seed":"8d1a8d2bf51f787bb959bf4760f1973c8c677a0e0e4bf8ce99855de530cac7a9"},"deal":1,"dealer":3,"points":[],"last":null,"ante":2,"scoring":"chips","pot":6,"phase":"play","turn":2,"hands":["JS 9S 8S 7S 9H 8H 5H 3H 2H 9D 6D 5D 9C 8C","AS 6S 5S 3S 2S 7H 6H 4H AD KD 8D 3D 2D 5C 2C","KS QS 4S AH KH QH JH 7D AC KC QC JC 7C 6C"],"tricks":[0,0,1],"declarer":1,"trumps":"NT","trick":{"number":2,"leader":3,"cards":"3C 4C","winner":0},"last_trick":{"number":1,"leader":2,"cards":"4D QD JD","winner":3}}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074829856768036,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(10,5,5,'closed','cloud_nine',1,'{"deals":3,"target":null}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'789596C8DC823771E0974C9F5AC367C20F7E4BAA08D2B5A4D40EC5E4464859B9','[{"key":"1456074443980800094","name":"Ada","joined":"1456074829856768073","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":1767226292.0,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800095","name":"Ben","joined":"1456074829856768081","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800096","name":"Cleo","joined":"1456074829856768084","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225692.0,1767225692.0,'1456074443980800094:1456074829856768073
1456074443980800095:1456074829856768081
1456074443980800096:1456074829856768084
start:1456074829856768087',X'E97A17452C0AC28498448262A61D14661CB8A65BFA3CD9E000BE4477E2EDA3A0',0,NULL,'[]',1,'{"deals":3,"target":null,"chance":{"seed":"e97a17452c0ac28498448262a61d14661cb8a65bfa3cd9e000be4477e2eda3a0"},"deal":1,"dealer":3,"points":[],"last":null,"phase":"play","turn":1,"hands":["2S TH 7H 4H 3H 2H 9D 7D TC","QS JS 7S 6S QH 5H JC 6C 3C","JK2 JK1 TS 9S 9H JD 9C 5C 4C"],"clouds":["","",""],"stock":"AH KS 2D QC JH 8S 3S 6H 4S AD 8H 4D TD 2C AS 8D 5D 6D KH 5S QD 8C 7C AC KD 3D KC","trick":{"number":1,"leader":1,"cards":"","taken":"","ranking":[]},"last_trick":null}','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074829856768074,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(11,1,0,'lobby','cloud_nine',1,'{"deals":3,"target":null}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'DE925D5EA3344B499E89EE32DF7D1454D2E02490237F0DE2F06796C69C1E5E7F','[{"key":"1456074443980800094","name":"Ada","joined":"1456074829856768098","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225692.0,1767225692.0,'',X'',0,1767227492.0,'[]',1,'null','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,10,'{"invited":[1456074443980800095,1456074443980800096],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(12,4,4,'lobby','nimbly',1,'{"deals":null,"target":null,"par":false}',1456074443980800090,1456074443980800093,1456074443980800095,'en-US',X'3FC8CC1AEA483080329A93DF1675D315A8946F811DB2805187A45174D5B4E452','[{"key":"1456074443980800095","name":"Ben","joined":"1456074829856768103","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225692.0,1767225692.0,'',X'',0,1767227492.0,'[]',1,'null','{"hints":true,"clock":600,"bank":0,"fast":false,"level":"normal"}','[]',0,NULL,'{"invited":[1456074443980800096,1456074443980800097],"quiet":[],"roles":[],"kicked":[],"private":true}',NULL,0,'',NULL,'',NULL);
INSERT INTO "match" VALUES(13,6,6,'playing','balloon',1,'{"target":50,"redeal":true,"odds":true,"two":false}',NULL,1456074443980800102,1456074443980800094,'en-US',X'A4CB5A5942611AB79FA5439210AB250EB2CD58417BEE3E1FC4EA8A5DFBAEB6F9','[{"key":"1456074443980800094","name":"Ada","joined":"1456074829856768123","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"house:1","name":"Cirrus","joined":"","level":"hard","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"house:2","name":"Stratus","joined":"","level":"hard","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225692.0,1767225692.0,'daily 2026-01-01',X'D017F224FD77729D92154E1F2E4E064DE0BB665905431D55BAC8D724EB7E54B3',5,1767225692.0,'[]',0,'{"seats":3,"target":50,"redeal":true,"odds":true,"chance":{"seed":"d017f224fd77729d92154e1f2e4e064de0bb665905431d55bac8d724eb7e54b3"},"trip":1,"throws":2,"shuffles":1,"phase":"pay","turn":2,"pilot":2,"cloud":2,"dice":"RG","aboard":14,"hands":["R04 G15 P11 P16 Y17","R16 G05 G12 P03 P07 Y03","R06 R14 G11 G17 P09 P15"],"pile":"R09 Y12 R08 R03 G09 W4 G18 G14 R07 R01 G10 R10 Y15 G01 R05 P04 Y06 Y11 R17 G08 G07 R15 P01 G04 P02 P12 R12 P13 Y16 Y02 P14 P06 W2 R18 W3 Y13 P17 Y01 Y07 Y08 W1 Y18 Y14 Y10 Y04 G02 R13 P10 R02 G13 R11 P18 G16 G03 Y05 Y09 G06 P05","discards":"P08","scores":[0,0,0],"jumps":[0,0,0],"flight":{"pilot":1,"cloud":1,"paid":"P"},"points":[],"last":null}','{"hints":false,"clock":0,"bank":0,"fast":true,"level":"hard"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'daily 2026-01-01',NULL);
INSERT INTO "match" VALUES(14,127,127,'over','balloon',1,'{"target":50,"redeal":true,"odds":true,"two":false}',NULL,0,1456074443980800095,'en-US',X'A4CB5A5942611AB79FA5439210AB250EB2CD58417BEE3E1FC4EA8A5DFBAEB6F9','[{"key":"1456074443980800095","name":"Ben","joined":"1456074829856768135","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"house:1","name":"Cirrus","joined":"","level":"hard","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"house:2","name":"Stratus","joined":"","level":"hard","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225692.0,1767225692.0,'daily 2026-01-01',X'D017F224FD77729D92154E1F2E4E064DE0BB665905431D55BAC8D724EB7E54B3',126,NULL,'[]',0,'{"seats":3,"target":50,"redeal":true,"odds":true,"chance":{"seed":"d017f224fd77729d92154e1f2e4e064de0bb665905431d55bac8d724eb7e54b3"},"trip":16,"throws":46,"shuffles":1,"phase":"over","turn":0,"pilot":3,"cloud":4,"dice":"PGP","aboard":8,"hands":["R01 R05 R09 R15 R18 P16 Y01 Y14","P13 P14 Y10 Y15 Y18","R12 Y04 Y13 Y16"],"pile":"G02 R13 P10 R02 G13 R11 P18 G16 G03 Y05 Y09 G06 P05","discards":"R03 R04 R06 R07 R08 R10 R14 R16 R17 G01 G04 G05 G07 G08 G09 G10 G11 G12 G14 G15 G17 G18 P01 P02 P03 P04 P06 P07 P08 P09 P11 P12 P15 P17 Y02 Y03 Y06 Y07 Y08 Y11 Y12 Y17 W1 W2 W3 W4","scores":[38,50,38],"jumps":[4,1,0],"flight":{"pilot":1,"cloud":3,"paid":"W"},"points":[[2,4,6],[0,6,6],[0,0,0],[1,4,0],[0,1,4],[0,2,1],[9,6,1],[1,0,0],[2,4,6],[0,1,0],[6,4,4],[2,2,4],[2,0,0],[1,9,6],[6,6,0],[6,1,0]],"last":{"ending":"fall","pilot":3,"cloud":4,"dice":"PGP","paid":"","jumps":[4,1,0]}}','{"hints":false,"clock":0,"bank":0,"fast":true,"level":"hard"}','[]',1,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'daily 2026-01-01',NULL);
INSERT INTO "match" VALUES(15,8,8,'playing','nimbly',1,'{"deals":null,"target":null,"par":false}',1456074443980800090,1456074443980800093,1456074443980800094,'en-US',X'C9B7DDA299E6EEF0AC25816A81B73DC56C579A85F17DFA877A1C99CDB400D0FC','[{"key":"1456074443980800095","name":"Ben","joined":"1456074829856768148","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"1456074443980800094","name":"Ada","joined":"1456074829856768144","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"house:1","name":"Cirrus","joined":"","level":"hard","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""}]',1767225692.0,1767225692.0,'league 1 1',X'EE01FD3493EEFDC93A4D87DA8178ADB75970ABCD73B958CF4DFB8C2BC32A9664',5,1767225692.0,'[]',1,'{"deals":3,"target":null,"chance":{"seed":"ee01fd3493eefdc93a4d87da8178adb75970abcd73b958cf4dfb8c2bc32a9664"},"deal":1,"dealer":3,"points":[],"last":null,"par":false,"turn":3,"rows":["KH 8C QS 6D AC","TC KD 7S JC","9H 9D TD KS 7C 6S"],"hands":["9S AH 7H AD KC","TS QH 9C 6C","6H 8D 7D"],"aside":"AS JS 8S JH TH 8H QD JD QC","drawn":[2,"CC","6C QH"]}','{"hints":false,"clock":600,"bank":0,"fast":false,"level":"hard"}','[]',0,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',1456074829856768145,0,'',NULL,'league 1 1',NULL);
INSERT INTO "match" VALUES(16,2,2,'playing','nimbly',1,'{"deals":null,"target":null,"par":false}',NULL,424242,1456074443980800097,'en',X'A9E419B0DF8933D5CC2277DF2DD49188741E044750800FE1A83D80302A2EB49D','[{"key":"1456074443980800097","name":"Dora","joined":"77","level":"","away":false,"acted":1767225692.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":""},{"key":"house:1","name":"Nimbo","joined":"","level":"normal","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":"bold"},{"key":"house:2","name":"Altona","joined":"","level":"normal","away":false,"acted":0.0,"dm":true,"late":false,"due":null,"reminded":false,"hinted":false,"bank":0.0,"vacation":0.0,"kicked":false,"manner":"curious"}]',1767225692.0,1767225692.0,'1456074443980800097:77
start:78',X'94DB650B7E4A59C51679420EABF93634F3BB9B3B0A096CA12615BA42E1020D71',0,NULL,'[]',1,'{"deals":3,"target":null,"chance":{"seed":"94db650b7e4a59c51679420eabf93634f3bb9b3b0a096ca12615ba42e1020d71"},"deal":1,"dealer":3,"points":[],"last":null,"par":false,"turn":1,"rows":["TH 7D 9S AD QH JD 8D 6C AC","AH QD JS QS 6D 7S TD 6S QC","KS JH 6H KC JC AS TC TS 7C"],"hands":["","",""],"aside":"8S KH 9H 8H 7H KD 9D 9C 8C","drawn":null}','{"hints":true,"clock":0,"bank":0,"fast":false,"level":"normal"}','[]',1,NULL,'{"invited":[],"quiet":[],"roles":[],"kicked":[],"private":false}',NULL,0,'',NULL,'',NULL);
CREATE TABLE move (
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	"by" BIGINT, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_move PRIMARY KEY (match_id, number), 
	CONSTRAINT fk_move_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "move" VALUES(1,1,1,'play 7D',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,2,2,'play 4C',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,3,3,'play JS',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,4,1,'take 7D',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,5,3,'take 4C',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,6,2,'play 3S',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,7,3,'play JK',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,8,1,'play 6C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,9,2,'take 3S',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,10,3,'take JK',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,11,1,'play 7H',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,12,2,'play AC',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,13,3,'play 2C',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,14,1,'take 2C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,15,2,'take AC',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,16,3,'play 2D',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,17,1,'play 6S',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,18,2,'play 2H',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,19,3,'take 2D',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,20,1,'take 6S',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,21,2,'play 9C',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,22,3,'play QD',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,23,1,'play KS',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,24,2,'take 9C',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,25,1,'take KS',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,26,3,'play 8S',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,27,1,'play TS',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,28,2,'play KD',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,29,1,'take TS',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,30,3,'take KD',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,31,2,'play 9D',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,32,3,'play QC',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,33,1,'play 8C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,34,2,'take QC',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,35,3,'take 8C',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,36,1,'play JH',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,37,2,'play AD',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,38,3,'play 9S',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,39,1,'take 9S',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,40,2,'take JH',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,41,3,'play TC',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,42,1,'play 8H',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(1,43,2,'play 6H',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(1,44,3,'take TC',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(1,45,1,'take 6H',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,1,2,'jump',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,2,3,'stay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,3,1,'fall',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,4,3,'stay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,5,1,'stay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,6,2,'wild',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,7,1,'stay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,8,2,'stay',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,9,3,'pay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,10,2,'jump',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,11,3,'stay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,12,1,'pay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,13,1,'jump',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,14,3,'pay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,15,3,'jump',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,16,2,'stay',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,17,3,'stay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,18,1,'pay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,19,3,'stay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,20,1,'stay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,21,2,'pay',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,22,1,'stay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,23,2,'stay',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,24,3,'pay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,25,2,'jump',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,26,3,'jump',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,27,1,'pay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,28,1,'roll',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,29,1,'fall',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,30,3,'jump',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,31,1,'stay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,32,2,'pay',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,33,2,'jump',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,34,1,'fall',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,35,3,'stay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,36,1,'stay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,37,2,'pay',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,38,1,'jump',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(2,39,2,'stay',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(2,40,3,'pay',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,41,3,'jump',NULL,1767225600.0);
INSERT INTO "move" VALUES(2,42,2,'fall',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,1,1,'play 9S',NULL,1767225600.0);
INSERT INTO "move" VALUES(3,2,2,'play TC',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,3,3,'play 4S',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,4,1,'take 9S',NULL,1767225600.0);
INSERT INTO "move" VALUES(3,5,3,'take 4S',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,6,2,'play KC',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,7,3,'play AD',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,8,1,'play QD',NULL,1767225600.0);
INSERT INTO "move" VALUES(3,9,2,'take AD',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,10,3,'take KC',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,11,1,'play TS',NULL,1767225600.0);
INSERT INTO "move" VALUES(3,12,2,'play JS',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,13,3,'play JH',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,14,2,'take JS',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,15,1,'take TS',NULL,1767225600.0);
INSERT INTO "move" VALUES(3,16,3,'play 9C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,17,1,'play JC',NULL,1767225600.0);
INSERT INTO "move" VALUES(3,18,2,'play 6C',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,19,1,'take JC',NULL,1767225600.0);
INSERT INTO "move" VALUES(3,20,3,'take 9C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,21,2,'play 7H',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,22,3,'play 3S',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(3,23,1,'play 3C',NULL,1767225600.0);
INSERT INTO "move" VALUES(3,24,2,'take 7H',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,25,2,'second 1',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(3,26,1,'take 3S',NULL,1767225600.0);
INSERT INTO "move" VALUES(4,1,1,'draw AC',1456074443980800097,1767225600.0);
INSERT INTO "move" VALUES(4,2,2,'draw AAB',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,3,3,'draw AA',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(4,4,1,'draw CCC',1456074443980800097,1767225600.0);
INSERT INTO "move" VALUES(4,5,2,'draw CCC',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,6,3,'draw CC',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(4,7,1,'draw AAA',1456074443980800097,1767225600.0);
INSERT INTO "move" VALUES(4,8,2,'draw A',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,9,3,'draw B',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(4,10,1,'draw B',1456074443980800097,1767225600.0);
INSERT INTO "move" VALUES(4,11,2,'draw B',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,12,3,'draw BB',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(4,13,2,'draw B',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,14,3,'draw BB',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(4,15,2,'draw B',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,16,3,'draw BB',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(4,17,1,'draw AAA',1456074443980800097,1767225600.0);
INSERT INTO "move" VALUES(4,18,2,'draw CC',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,19,3,'draw C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(4,20,1,'draw BBB',1456074443980800097,1767225600.0);
INSERT INTO "move" VALUES(4,21,2,'draw A',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,22,3,'draw CCC',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(4,23,1,'draw BBC',1456074443980800097,1767225600.0);
INSERT INTO "move" VALUES(4,24,2,'draw AAC',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(4,25,3,'draw C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(5,1,2,'jump',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(5,2,3,'jump',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(5,3,1,'pay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,4,1,'roll',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,5,1,'pay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,6,1,'jump',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,7,3,'stay',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(5,8,1,'stay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,9,2,'pay',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(5,10,1,'stay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,11,2,'jump',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(5,12,3,'pay',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(5,13,3,'jump',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(5,14,1,'pay',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,15,1,'roll',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,16,1,'fall',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,17,3,'stay',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(5,18,1,'jump',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,19,2,'fall',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(5,20,1,'jump',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(5,21,2,'jump',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(5,22,3,'pay',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(5,23,3,'roll',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(5,24,3,'pay',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(5,25,3,'roll',1456074443980800096,1767225600.0);
INSERT INTO "move" VALUES(6,1,1,'declare H',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(6,2,2,'play 8D',NULL,1767225600.0);
INSERT INTO "move" VALUES(6,3,3,'play 3D',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(6,4,1,'play 4D',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(6,5,2,'play 5S',NULL,1767225600.0);
INSERT INTO "move" VALUES(6,6,3,'play KS',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(6,7,1,'play 4S',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(6,8,3,'play AS',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(6,9,1,'play 8S',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(6,10,2,'play JS',NULL,1767225600.0);
INSERT INTO "move" VALUES(6,11,3,'play JC',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(6,12,1,'play 3C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(6,13,2,'play QC',NULL,1767225600.0);
INSERT INTO "move" VALUES(6,14,2,'play 3S',NULL,1767225600.0);
INSERT INTO "move" VALUES(6,15,3,'play 9S',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(6,16,1,'play 5H',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(6,17,1,'play 2D',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(6,18,2,'play QD',NULL,1767225600.0);
INSERT INTO "move" VALUES(6,19,3,'play AD',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(6,20,3,'play 6C',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(6,21,1,'play 2C',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(6,22,2,'play AC',NULL,1767225600.0);
INSERT INTO "move" VALUES(6,23,2,'play 8H',NULL,1767225600.0);
INSERT INTO "move" VALUES(6,24,3,'play AH',1456074443980800095,1767225600.0);
INSERT INTO "move" VALUES(6,25,1,'play 3H',1456074443980800094,1767225600.0);
INSERT INTO "move" VALUES(8,1,1,'draw BB',1456074443980800096,1767225692.0);
INSERT INTO "move" VALUES(8,2,2,'draw BC',1456074443980800097,1767225692.0);
INSERT INTO "move" VALUES(8,3,3,'draw BBB',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(8,4,1,'draw AAB',1456074443980800096,1767225692.0);
INSERT INTO "move" VALUES(9,1,1,'declare NT',1456074443980800094,1767225692.0);
INSERT INTO "move" VALUES(9,2,2,'play 4D',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(9,3,3,'play QD',NULL,1767225692.0);
INSERT INTO "move" VALUES(9,4,1,'play JD',1456074443980800094,1767225692.0);
INSERT INTO "move" VALUES(9,5,3,'play 3C',NULL,1767225692.0);
INSERT INTO "move" VALUES(9,6,1,'play 4C',1456074443980800094,1767225692.0);
INSERT INTO "move" VALUES(13,1,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(13,2,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(13,3,1,'pay',1456074443980800094,1767225692.0);
INSERT INTO "move" VALUES(13,4,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(13,5,1,'stay',1456074443980800094,1767225692.0);
INSERT INTO "move" VALUES(14,1,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,2,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,3,1,'pay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,4,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,5,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,6,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,7,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,8,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,9,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,10,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,11,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,12,1,'pay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,13,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,14,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,15,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,16,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,17,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,18,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,19,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,20,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,21,1,'fall',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,22,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,23,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,24,2,'fall',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,25,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,26,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,27,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,28,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,29,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,30,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,31,3,'fall',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,32,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,33,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,34,1,'wild',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,35,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,36,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,37,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,38,1,'fall',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,39,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,40,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,41,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,42,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,43,1,'fall',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,44,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,45,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,46,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,47,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,48,1,'pay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,49,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,50,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,51,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,52,1,'pay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,53,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,54,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,55,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,56,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,57,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,58,3,'fall',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,59,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,60,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,61,1,'pay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,62,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,63,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,64,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,65,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,66,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,67,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,68,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,69,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,70,1,'fall',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,71,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,72,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,73,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,74,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,75,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,76,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,77,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,78,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,79,1,'pay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,80,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,81,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,82,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,83,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,84,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,85,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,86,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,87,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,88,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,89,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,90,1,'pay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,91,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,92,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,93,2,'fall',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,94,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,95,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,96,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,97,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,98,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,99,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,100,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,101,3,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,102,2,'wild',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,103,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,104,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,105,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,106,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,107,2,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,108,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,109,1,'wild',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,110,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,111,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,112,2,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,113,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,114,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,115,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,116,3,'roll',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,117,3,'fall',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,118,2,'jump',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,119,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,120,1,'pay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,121,1,'stay',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,122,3,'pay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,123,3,'stay',NULL,1767225692.0);
INSERT INTO "move" VALUES(14,124,1,'wild',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,125,1,'jump',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(14,126,3,'fall',NULL,1767225692.0);
INSERT INTO "move" VALUES(15,1,1,'draw AAB',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(15,2,2,'draw AB',1456074443980800094,1767225692.0);
INSERT INTO "move" VALUES(15,3,3,'draw BBC',NULL,1767225692.0);
INSERT INTO "move" VALUES(15,4,1,'draw AB',1456074443980800095,1767225692.0);
INSERT INTO "move" VALUES(15,5,2,'draw CC',1456074443980800094,1767225692.0);
CREATE TABLE person (
	user_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (user_id)
);
INSERT INTO "person" VALUES(1456074443980800094,'Ada');
INSERT INTO "person" VALUES(1456074443980800095,'Ben');
INSERT INTO "person" VALUES(1456074443980800096,'Cleo');
CREATE TABLE process (
	name TEXT NOT NULL, 
	until DOUBLE NOT NULL, 
	CONSTRAINT pk_process PRIMARY KEY (name)
)
 WITHOUT ROWID

;
CREATE TABLE publication (
	match_id INTEGER NOT NULL, 
	board_channel BIGINT, 
	board_message BIGINT, 
	board_at DOUBLE NOT NULL, 
	ping_message BIGINT, 
	ping_user BIGINT, 
	ping_last BOOLEAN DEFAULT 0 NOT NULL, 
	line TEXT, 
	thread_open BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_publication PRIMARY KEY (match_id), 
	CONSTRAINT fk_publication_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "publication" VALUES(1,1456074443980800093,1456074443980800103,1767225600.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(2,1456074443980800130,1456074443980800143,1767225600.0,NULL,NULL,0,'over',1);
INSERT INTO "publication" VALUES(3,1456074443980800162,1456074443980800170,1767225600.0,NULL,NULL,0,'playing',1);
INSERT INTO "publication" VALUES(4,1456074443980800204,1456074443980800228,1767225600.0,NULL,NULL,0,'playing',1);
INSERT INTO "publication" VALUES(5,1456074443980800241,1456074443980800266,1767225600.0,NULL,NULL,0,'playing',1);
INSERT INTO "publication" VALUES(6,1456074443980800294,1456074443980800315,1767225600.0,NULL,NULL,0,'playing',1);
INSERT INTO "publication" VALUES(7,1456074443980800331,1456074443980800354,1767225600.0,NULL,NULL,0,'playing',1);
INSERT INTO "publication" VALUES(8,1456074829856768007,1456074829856768022,1767225692.0,NULL,NULL,0,'playing',1);
INSERT INTO "publication" VALUES(9,1456074829856768036,1456074829856768051,1767225692.0,NULL,NULL,0,'playing',1);
INSERT INTO "publication" VALUES(10,1456074829856768074,1456074829856768095,1767225692.0,NULL,NULL,0,'closed',1);
INSERT INTO "publication" VALUES(11,1456074443980800093,1456074829856768101,1767225692.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(12,1456074443980800093,1456074829856768104,1767225692.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(13,1456074443980800102,1456074829856768124,1767225692.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(14,NULL,NULL,0.0,NULL,NULL,0,NULL,0);
INSERT INTO "publication" VALUES(15,1456074829856768145,1456074829856768153,1767225692.0,NULL,NULL,0,'playing',1);
INSERT INTO "publication" VALUES(16,NULL,NULL,0.0,NULL,NULL,0,NULL,0);
CREATE TABLE puzzle (
	"key" TEXT NOT NULL, 
	game TEXT NOT NULL, 
	record TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	choices TEXT NOT NULL, 
	match_id INTEGER, 
	answers INTEGER NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_puzzle PRIMARY KEY ("key"), 
	CONSTRAINT fk_puzzle_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE SET NULL
)
 WITHOUT ROWID

;
INSERT INTO "puzzle" VALUES('21ff393df201','nimbly','game: nimbly
seats: 5
options: deals=1
seed: 077849446abb786979c39aff110892fff27829f6a85d03f97b88512188c5a859

1 draw AAB
2 draw CCC
3 draw CC
4 draw ABB
5 draw BC
1 draw B
2 draw BBC
3 draw ABC
4 draw BBB
5 draw CCC
1 draw CC
2 draw BBC
3 draw C
4 draw BB
5 draw A
1 draw A
3 draw A
4 draw A
',5,'[{"code":"draw AA","share":0.12499999999999999,"points":49.5,"behind":0.0,"facts":[["value",36],["flush",3],["run",4],["sets",3],["likely",47.148951624999995]]},{"code":"draw A","share":0.0,"points":60.0,"behind":0.12499999999999999,"facts":[["value",36],["flush",3],["run",4],["sets",3],["likely",56.459845865999995]]},{"code":"draw AAA","share":0.0,"points":48.0,"behind":0.12499999999999999,"facts":[["value",48],["flush",4],["run",4],["sets",3],["likely",48.0]]}]',NULL,1,2.65205908910312473372e+01,5.90212580966237876367e+00);
INSERT INTO "puzzle" VALUES('aaaaaaaaaaaa','nimbly','game: nimbly
seats: 3
options: deals=1
seed: 0000000000000000000000000000000000000000000000000000000000000000
',1,'[{"code":"draw BBB","share":0.5,"points":57.870697085128,"behind":0.1,"facts":[["value",8],["flush",2],["run",2],["sets",2],["likely",57.870697085128]]},{"code":"draw AAB","share":0.5,"points":60.6753971191,"behind":0.1,"facts":[["value",4],["flush",2],["run",2],["sets",1],["likely",60.6753971191]]},{"code":"draw BBC","share":0.5,"points":50.138315412,"behind":0.1,"facts":[["value",4],["flush",2],["run",1],["sets",2],["likely",50.138315412]]},{"code":"draw BCC","share":0.5,"points":54.74679988564,"behind":0.1,"facts":[["value",4],["flush",2],["run",2],["sets",1],["likely",54.74679988564]]},{"code":"draw CCC","share":0.5,"points":55.580265801128,"behind":0.1,"facts":[["value",4],["flush",2],["run",2],["sets",1],["likely",55.580265801128]]},{"code":"draw AA","share":0.5,"points":51.809070414349996,"behind":0.1,"facts":[["value",2],["flush",2],["run",1],["sets",1],["likely",51.809070414349996]]},{"code":"draw BB","share":0.5,"points":57.87590580299,"behind":0.1,"facts":[["value",2],["flush",1],["run",1],["sets",2],["likely",57.87590580299]]},{"code":"draw BC","share":0.5,"points":47.48621962313,"behind":0.1,"facts":[["value",2],["flush",2],["run",1],["sets",1],["likely",47.48621962313]]},{"code":"draw AAA","share":0.5,"points":53.8125939791,"behind":0.1,"facts":[["value",2],["flush",2],["run",1],["sets",1],["likely",53.8125939791]]},{"code":"draw AAC","share":0.5,"points":53.6546744194,"behind":0.1,"facts":[["value",2],["flush",2],["run",1],["sets",1],["likely",53.6546744194]]},{"code":"draw ABB","share":0.5,"points":50.240190629127994,"behind":0.1,"facts":[["value",2],["flush",1],["run",1],["sets",2],["likely",50.240190629127994]]},{"code":"draw ABC","share":0.5,"points":44.419088106256,"behind":0.1,"facts":[["value",2],["flush",2],["run",1],["sets",1],["likely",44.419088106256]]},{"code":"draw A","share":0.5,"points":54.930598269632,"behind":0.1,"facts":[["value",1],["flush",1],["run",1],["sets",1],["likely",54.930598269632]]},{"code":"draw B","share":0.5,"points":54.821336738176,"behind":0.1,"facts":[["value",1],["flush",1],["run",1],["sets",1],["likely",54.821336738176]]},{"code":"draw C","share":0.5,"points":54.821336738176,"behind":0.1,"facts":[["value",1],["flush",1],["run",1],["sets",1],["likely",54.821336738176]]},{"code":"draw AB","share":0.5,"points":50.055683038219996,"behind":0.1,"facts":[["value",1],["flush",1],["run",1],["sets",1],["likely",50.055683038219996]]},{"code":"draw AC","share":0.5,"points":49.12395365054,"behind":0.1,"facts":[["value",1],["flush",1],["run",1],["sets",1],["likely",49.12395365054]]},{"code":"draw CC","share":0.5,"points":48.19222426286,"behind":0.1,"facts":[["value",1],["flush",1],["run",1],["sets",1],["likely",48.19222426286]]},{"code":"draw ACC","share":0.5,"points":49.11527342964,"behind":0.1,"facts":[["value",1],["flush",1],["run",1],["sets",1],["likely",49.11527342964]]}]',NULL,0,25.0,8.0);
CREATE TABLE puzzle_answer (
	user_id BIGINT NOT NULL, 
	puzzle TEXT NOT NULL, 
	code TEXT NOT NULL, 
	is_right BOOLEAN NOT NULL, 
	at DOUBLE NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_puzzle_answer PRIMARY KEY (user_id, puzzle), 
	CONSTRAINT fk_puzzle_answer_puzzle FOREIGN KEY(puzzle) REFERENCES puzzle ("key") ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "puzzle_answer" VALUES(1456074443980800094,'21ff393df201','draw A',0,1767225692.0,2.20670338474053018273e+01,7.96218796646976390007e+00);
CREATE TABLE rating (
	user_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	season INTEGER NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (user_id, game, season)
)
 WITHOUT ROWID

;
INSERT INTO "rating" VALUES(1456074443980800094,'balloon',0,2.18673402528346727535e+01,7.99731934327201710033e+00,1,0);
INSERT INTO "rating" VALUES(1456074443980800094,'balloon',8104,2.18673402528346727535e+01,7.99731934327201710033e+00,1,0);
INSERT INTO "rating" VALUES(1456074443980800094,'cloud_nine',0,2.57172621701873573831e+01,8.0582242228023783781e+00,1,0);
INSERT INTO "rating" VALUES(1456074443980800094,'cloud_nine',8104,2.57172621701873573831e+01,8.0582242228023783781e+00,1,0);
INSERT INTO "rating" VALUES(1456074443980800095,'balloon',0,2.56265319494330654501e+01,7.99731934327201710033e+00,1,0);
INSERT INTO "rating" VALUES(1456074443980800095,'balloon',8104,2.56265319494330654501e+01,7.99731934327201710033e+00,1,0);
INSERT INTO "rating" VALUES(1456074443980800095,'cloud_nine',0,2.14136891490632166315e+01,8.0582242228023783781e+00,1,0);
INSERT INTO "rating" VALUES(1456074443980800095,'cloud_nine',8104,2.14136891490632166315e+01,8.0582242228023783781e+00,1,0);
INSERT INTO "rating" VALUES(1456074443980800096,'cloud_nine',0,2.78690486807494259831e+01,8.20524337739799314306e+00,1,1);
INSERT INTO "rating" VALUES(1456074443980800096,'cloud_nine',8104,2.78690486807494259831e+01,8.20524337739799314306e+00,1,1);
CREATE TABLE rating_change (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	season INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	weight DOUBLE NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	ever_mu DOUBLE NOT NULL, 
	ever_sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_rating_change PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_rating_change_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "rating_change" VALUES(1,1,1456074443980800094,'cloud_nine',8104,2,1.0,2.57172621701873573831e+01,8.0582242228023783781e+00,2.57172621701873573831e+01,8.0582242228023783781e+00);
INSERT INTO "rating_change" VALUES(1,2,1456074443980800096,'cloud_nine',8104,1,1.0,2.78690486807494259831e+01,8.20524337739799314306e+00,2.78690486807494259831e+01,8.20524337739799314306e+00);
INSERT INTO "rating_change" VALUES(1,3,1456074443980800095,'cloud_nine',8104,3,1.0,2.14136891490632166315e+01,8.0582242228023783781e+00,2.14136891490632166315e+01,8.0582242228023783781e+00);
INSERT INTO "rating_change" VALUES(2,1,1456074443980800095,'balloon',8104,2,0.75,2.56265319494330654501e+01,7.99731934327201710033e+00,2.56265319494330654501e+01,7.99731934327201710033e+00);
INSERT INTO "rating_change" VALUES(2,2,1456074443980800094,'balloon',8104,3,0.75,2.18673402528346727535e+01,7.99731934327201710033e+00,2.18673402528346727535e+01,7.99731934327201710033e+00);
CREATE TABLE result (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	score INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	best_deal INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	level TEXT, 
	hinted BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_result PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_result_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "result" VALUES(1,1,1456074443980800094,'Ada',60,0,60,1,NULL,0);
INSERT INTO "result" VALUES(1,2,1456074443980800096,'Cleo',68,1,68,1,NULL,0);
INSERT INTO "result" VALUES(1,3,1456074443980800095,'Ben',46,0,46,1,NULL,0);
INSERT INTO "result" VALUES(2,1,1456074443980800095,'Ben',8,0,6,5,NULL,0);
INSERT INTO "result" VALUES(2,2,1456074443980800094,'Ada',13,0,6,5,NULL,1);
INSERT INTO "result" VALUES(2,3,NULL,'Stratus',20,1,9,5,'normal',0);
INSERT INTO "result" VALUES(14,1,1456074443980800095,'Ben',38,0,9,16,NULL,0);
INSERT INTO "result" VALUES(14,2,NULL,'Cirrus',50,1,9,16,'hard',0);
INSERT INTO "result" VALUES(14,3,NULL,'Stratus',38,0,6,16,'hard',0);
CREATE TABLE review (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	accuracy DOUBLE, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_review PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_review_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "review" VALUES(1,3,1456074443980800095,1,50.0,'{"version":1,"game":"cloud_nine","seat":3,"decisions":15,"agreed":15,"accuracy":50.0,"mistakes":[{"move":2,"deal":1,"code":"play JS","best":"play JS","rival":"play JS","gap":{"share":0.08,"share_error":0.01,"points":6.4,"points_error":1.2,"trials":400},"known":{"share":0.08,"share_error":0.01,"points":6.4,"points_error":1.2,"trials":400},"share_best":0.4,"share_rival":0.3,"points_best":9.0,"points_rival":2.6,"facts_best":[],"facts_rival":[]},{"move":4,"deal":1,"code":"take 4C","best":"take 4C","rival":"take 4C","gap":{"share":0.08,"share_error":0.01,"points":6.4,"points_error":1.2,"trials":400},"known":{"share":0.08,"share_error":0.01,"points":6.4,"points_error":1.2,"trials":400},"share_best":0.4,"share_rival":0.3,"points_best":9.0,"points_rival":2.6,"facts_best":[],"facts_rival":[]},{"move":6,"deal":1,"code":"play JK","best":"play JK","rival":"play JK","gap":{"share":0.08,"share_error":0.01,"points":6.4,"points_error":1.2,"trials":400},"known":{"share":0.08,"share_error":0.01,"points":6.4,"points_error":1.2,"trials":400},"share_best":0.4,"share_rival":0.3,"points_best":9.0,"points_rival":2.6,"facts_best":[],"facts_rival":[]}],"praised":[],"luck":{"cards":{"points":0.0,"points_error":0.0,"share":0.0,"share_error":0.0,"events":0},"draws":{"points":0.0,"points_error":0.0,"share":0.0,"share_error":0.0,"events":0},"dice":{"points":0.0,"points_error":0.0,"share":0.0,"share_error":0.0,"events":0}}}');
CREATE TABLE seat (
	match_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	user_id BIGINT, 
	"key" TEXT NOT NULL, 
	CONSTRAINT pk_seat PRIMARY KEY (match_id, position), 
	CONSTRAINT fk_seat_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "seat" VALUES(1,1,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(1,2,1456074443980800096,'1456074443980800096');
INSERT INTO "seat" VALUES(1,3,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(2,1,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(2,2,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(2,3,NULL,'house:1');
INSERT INTO "seat" VALUES(3,1,NULL,'house:1');
INSERT INTO "seat" VALUES(3,2,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(3,3,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(4,1,1456074443980800097,'1456074443980800097');
INSERT INTO "seat" VALUES(4,2,1456074443980800096,'1456074443980800096');
INSERT INTO "seat" VALUES(4,3,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(5,1,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(5,2,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(5,3,1456074443980800096,'1456074443980800096');
INSERT INTO "seat" VALUES(6,1,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(6,2,NULL,'house:1');
INSERT INTO "seat" VALUES(6,3,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(7,1,1456074443980800096,'1456074443980800096');
INSERT INTO "seat" VALUES(7,2,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(7,3,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(8,1,1456074443980800096,'1456074443980800096');
INSERT INTO "seat" VALUES(8,2,1456074443980800097,'1456074443980800097');
INSERT INTO "seat" VALUES(8,3,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(9,1,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(9,2,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(9,3,1456074443980800096,'1456074443980800096');
INSERT INTO "seat" VALUES(10,1,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(10,2,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(10,3,1456074443980800096,'1456074443980800096');
INSERT INTO "seat" VALUES(11,1,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(12,1,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(13,1,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(13,2,NULL,'house:1');
INSERT INTO "seat" VALUES(13,3,NULL,'house:2');
INSERT INTO "seat" VALUES(14,1,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(14,2,NULL,'house:1');
INSERT INTO "seat" VALUES(14,3,NULL,'house:2');
INSERT INTO "seat" VALUES(15,1,1456074443980800095,'1456074443980800095');
INSERT INTO "seat" VALUES(15,2,1456074443980800094,'1456074443980800094');
INSERT INTO "seat" VALUES(15,3,NULL,'house:1');
INSERT INTO "seat" VALUES(16,1,1456074443980800097,'1456074443980800097');
INSERT INTO "seat" VALUES(16,2,NULL,'house:1');
INSERT INTO "seat" VALUES(16,3,NULL,'house:2');
CREATE TABLE series (
	"key" TEXT NOT NULL, 
	game TEXT NOT NULL, 
	options TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	rules_version INTEGER NOT NULL, 
	players_version INTEGER NOT NULL, 
	opens DOUBLE NOT NULL, 
	closes DOUBLE NOT NULL, 
	closed DOUBLE, 
	why TEXT NOT NULL, 
	CONSTRAINT pk_series PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "series" VALUES('daily 2026-01-01','balloon','{"target":50,"redeal":true,"odds":true,"two":false}',X'A4CB5A5942611AB79FA5439210AB250EB2CD58417BEE3E1FC4EA8A5DFBAEB6F9',1,2,1767225600.0,1767312000.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-01-02','clumond','{"ante":2,"deals":3,"scoring":"chips"}',X'D771FEED717A4025FB1A820B4B4A9C20F2DCC2F6DFE4B3287F1F64E4ACCC8977',1,2,1767312000.0,1767398400.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-01-03','cloud_nine','{"deals":2,"target":null}',X'83133AADD3E35A8D5477987AD7E5129D258C1ABEE6550A2C7E02381FEFD3A747',1,2,1767398400.0,1767484800.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-01-04','nimbly','{"deals":4,"target":null,"par":false}',X'87265E6805619345C20FA4446C54EF867A72BD1A2E79E4E7810FDE7977BB3567',1,2,1767484800.0,1767571200.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-01-05','balloon','{"target":50,"redeal":true,"odds":true,"two":false}',X'025BC2B8E91BFE3FD1B9F53FF828A49EE0066A34A405F44C37484B20BFF0D372',1,2,1767571200.0,1767657600.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-01-06','clumond','{"ante":2,"deals":3,"scoring":"chips"}',X'A3A3989B37E423AE3B365B3CD4DDF451DBAEBFA31C34128914F3B1C03573226E',1,2,1767657600.0,1767744000.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-01-07','cloud_nine','{"deals":2,"target":null}',X'CCBDDB673D257277162E11BBCA31409740C2DFD2DFC4115287CD20331215E822',1,2,1767744000.0,1767830400.0,NULL,'');
INSERT INTO "series" VALUES('daily 2026-01-08','nimbly','{"deals":4,"target":null,"par":false}',X'70739680FECBD19ACBCA6DF0C9FC99F172C83547511418695E7472D51810265C',1,2,1767830400.0,1767916800.0,NULL,'');
INSERT INTO "series" VALUES('league 1 1','nimbly','{"deals":null,"target":null,"par":false}',X'C9B7DDA299E6EEF0AC25816A81B73DC56C579A85F17DFA877A1C99CDB400D0FC',1,2,1767225692.0,1767830492.0,NULL,'');
CREATE TABLE setting (
	scope TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_setting PRIMARY KEY (scope, "key")
)
 WITHOUT ROWID

;
INSERT INTO "setting" VALUES('','alive','1767225600.000');
INSERT INTO "setting" VALUES('','written','1795521529.589172');
INSERT INTO "setting" VALUES('application 1456074443980800000','commands','221b1d549ff946bb3d0b178c0f28497726d9e623c6dc8fe276bdb867c630bf13');
INSERT INTO "setting" VALUES('person 1456074443980800094','learns','off');
INSERT INTO "setting" VALUES('person 1456074443980800094','place','dm');
INSERT INTO "setting" VALUES('person 1456074443980800094','quiet','22:00-07:00');
INSERT INTO "setting" VALUES('person 1456074443980800094','sent','[1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692]');
INSERT INTO "setting" VALUES('person 1456074443980800094','vacation_days','1767300000.0-1767400000.0');
INSERT INTO "setting" VALUES('person 1456074443980800094','zone','Europe/Berlin');
INSERT INTO "setting" VALUES('person 1456074443980800095','sent','[1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692]');
INSERT INTO "setting" VALUES('person 1456074443980800096','sent','[1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225600, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692, 1767225692]');
INSERT INTO "setting" VALUES('person 1456074443980800097','sent','[1767225600, 1767225600, 1767225600, 1767225692, 1767225692]');
INSERT INTO "setting" VALUES('server 1456074443980800090','audit','1456074443980800093');
INSERT INTO "setting" VALUES('server 1456074443980800090','calls','off');
INSERT INTO "setting" VALUES('server 1456074443980800090','clock','3600');
INSERT INTO "setting" VALUES('server 1456074443980800090','daily','1456074443980800093');
INSERT INTO "setting" VALUES('server 1456074443980800090','level','easy');
INSERT INTO "setting" VALUES('server 1456074443980800090','locale','en');
INSERT INTO "setting" VALUES('server 1456074443980800090','off','review');
CREATE INDEX ix_match_status_deadline ON "match" (status, deadline);
CREATE INDEX ix_match_game_status_rated_guild_id ON "match" (game, status, rated, guild_id);
CREATE INDEX ix_match_series ON "match" (series) WHERE series != '';
CREATE INDEX ix_match_follows ON "match" (follows) WHERE follows IS NOT NULL;
CREATE INDEX ix_match_unpublished ON "match" (id) WHERE version > published;
CREATE INDEX ix_match_thread_id_status ON "match" (thread_id, status);
CREATE INDEX ix_match_channel_id_status ON "match" (channel_id, status);
CREATE INDEX ix_series_open ON series ("key") WHERE closed IS NULL;
CREATE INDEX ix_series_closes ON series (closes);
CREATE INDEX ix_rating_game_season ON rating (game, season);
CREATE INDEX ix_league_guild_id ON league (guild_id);
CREATE INDEX ix_daily_place_user_id ON daily_place (user_id);
CREATE INDEX ix_seat_user_id_match_id ON seat (user_id, match_id);
CREATE INDEX ix_result_user_id_match_id ON result (user_id, match_id);
CREATE INDEX ix_publication_thread_open ON publication (match_id) WHERE thread_open = 1;
CREATE INDEX ix_invitation_inviter_id_at ON invitation (inviter_id, at);
CREATE INDEX ix_ending_waiting ON ending (number) WHERE verdict IS NULL;
CREATE UNIQUE INDEX ix_ending_number ON ending (number);
CREATE INDEX ix_rating_change_user_id_game_season ON rating_change (user_id, game, season);
CREATE INDEX ix_review_user_id_match_id ON review (user_id, match_id);
CREATE INDEX ix_puzzle_game_mu ON puzzle (game, mu);
CREATE INDEX ix_puzzle_match_id ON puzzle (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_daily_try_match_id ON daily_try (match_id);
CREATE INDEX ix_daily_try_user_id_day ON daily_try (user_id, day);
CREATE INDEX ix_lease_process ON lease (process);
CREATE INDEX ix_puzzle_answer_user_id_at ON puzzle_answer (user_id, at);
CREATE INDEX ix_puzzle_answer_puzzle ON puzzle_answer (puzzle);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',16);
INSERT INTO "sqlite_sequence" VALUES('league',1);
COMMIT;
